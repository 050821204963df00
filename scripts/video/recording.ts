import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** A picture of the page, and its time. */
interface Frame {
	readonly path: string;
	/** Seconds since the start of the film. */
	readonly at: number;
}

/** A film of a page: Chromium sends a frame whenever something changes. */
export interface Recording {
	/** Shows a sentence below the page, and leaves time to read it. */
	readonly say: (sentence: string) => Promise<void>;
	/** Does something that is not filmed: a film shows no page that is loading. */
	readonly unseen: (work: () => Promise<void>) => Promise<void>;
	/** The length of the film so far, in seconds. */
	readonly seconds: () => number;
	/**
	 * Ends the film.
	 *
	 * @returns the path of a list of all frames with their durations, as ffmpeg's concat demuxer reads it
	 */
	readonly end: () => Promise<string>;
}

/** Reading speed of captions, which leaves time to look at the page as well. */
const SECONDS_PER_WORD = 0.35;
const MIN_CAPTION_S = 2;
/** Quality of the frames, in percent. */
const QUALITY = 85;

/**
 * Films a page. Playwright's own recorder needs its own ffmpeg; frames of Chromium need none.
 *
 * @param folder gets the frames
 */
export async function record(page: Page, folder: string): Promise<Recording> {
	await mkdir(folder, { recursive: true });
	const frames: Frame[] = [];
	const written: Array<Promise<void>> = [];
	const session = await page.context().newCDPSession(page);
	const begun = performance.now();
	let unseenMs = 0;
	let isFilming = true;
	const seconds = () => (performance.now() - begun - unseenMs) / 1_000;
	const add = (picture: Buffer) => {
		const path = join(folder, `${String(frames.length).padStart(6, '0')}.jpg`);
		frames.push({ path, at: seconds() });
		written.push(writeFile(path, picture));
	};
	session.on('Page.screencastFrame', ({ data, sessionId }) => {
		if (isFilming) add(Buffer.from(data, 'base64'));
		// A closing page needs no answer.
		session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
	});
	await session.send('Page.startScreencast', {
		format: 'jpeg',
		quality: QUALITY,
		everyNthFrame: 2,
	});
	return {
		seconds,
		unseen: async (work) => {
			const from = performance.now();
			isFilming = false;
			await work();
			const picture = await page.screenshot({ type: 'jpeg', quality: QUALITY });
			unseenMs += performance.now() - from;
			isFilming = true;
			// Chromium sends the next frame only when something changes.
			add(picture);
		},
		say: async (sentence) => {
			await showCaption(page, sentence);
			const words = sentence.split(' ').length;
			await sleep(Math.max(MIN_CAPTION_S, words * SECONDS_PER_WORD) * 1_000);
			// The caption does not describe the next action.
			await page.evaluate("document.getElementById('caption')?.remove()");
		},
		end: async () => {
			await session.send('Page.stopScreencast');
			await Promise.all(written);
			const list = join(folder, 'frames.txt');
			await writeFile(list, concatList(frames));
			return list;
		},
	};
}

/** The last frame stays for a while. */
const LAST_FRAME_S = 3;

/** @returns each frame with the seconds until the next one */
function concatList(frames: readonly Frame[]): string {
	const lines = frames.flatMap(({ path, at }, index) => {
		const next = frames[index + 1]?.at ?? at + LAST_FRAME_S;
		return [`file '${path}'`, `duration ${Math.max(0, next - at).toFixed(3)}`];
	});
	// ffmpeg ignores the last duration unless a file follows it.
	const last = frames.at(-1);
	return [...lines, ...(last ? [`file '${last.path}'`] : []), ''].join('\n');
}

/**
 * Shows the caption; a new page needs it again. Runs as text, because the types here do not include the
 * browser's.
 */
async function showCaption(page: Page, sentence: string): Promise<void> {
	await page.evaluate(`(() => {
		document.getElementById('caption')?.remove();
		const caption = document.createElement('div');
		caption.id = 'caption';
		caption.textContent = ${JSON.stringify(sentence)};
		caption.style.cssText = 'position: fixed; left: 50%; bottom: 28px; transform: translateX(-50%);' +
			'max-width: 80%; padding: 10px 20px; border-radius: 8px; background: #111d; color: #fff;' +
			'font: 600 22px/1.35 sans-serif; text-align: center; z-index: 2147483647; pointer-events: none';
		document.body.append(caption);
	})()`);
}
