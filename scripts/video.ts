/**
 * Records the demo from the real editor: installation, credential test, each operation, the trigger.
 *
 *     npm run video
 */
import { mkdir, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { styleText } from 'node:util';
import { removeFolder } from '../test/host/harness/folder';
import { installHost } from '../test/host/harness/install';
import { opening } from '../test/host/harness/opening';
import { packPackage } from '../test/host/harness/package';
import { latestVersion } from '../test/host/harness/versions';
import { launch } from '../test/ui/browser';
import { Editor } from '../test/ui/editor/editor';
import { startTour } from './start/tour';
import { encodeGif, encodeVideo, lengthOf } from './video/encode';
import { record } from './video/recording';
import { LAST_GIF_SCENE, SCENES } from './video/scenes';

const VIDEO = join(__dirname, '../demo-output/demo.mp4');
/** The README shows it. */
const GIF = join(__dirname, '../docs/images/demo.gif');
const WINDOW = { viewport: { width: 1280, height: 720 } };
const MAX_VIDEO_S = 5 * 60;
const MAX_GIF_BYTES = 3_000_000;
const STEP_TIMEOUT_MS = 60_000;

async function main(): Promise<void> {
	new Command('npm run video')
		.description(
			'Records the demo from the editor of n8n, with captions: demo-output/demo.mp4 and docs/images/demo.gif',
		)
		.parse();
	await mkdir(dirname(VIDEO), { recursive: true });
	await opening(async (onClose, close) => {
		const folder = await mkdtemp(join(tmpdir(), 'tag-pdf-video-'));
		onClose(async () => await removeFolder(folder));
		const host = await installHost(latestVersion(), console.log);
		const tour = await startTour(host, await packPackage(), { n8n: 0, sandbox: 0, welcome: 0 });
		onClose(tour.close);
		const browser = await launch();
		onClose(async () => await browser.close());
		const page = await browser.newPage(WINDOW);
		page.setDefaultTimeout(STEP_TIMEOUT_MS);
		const editor = new Editor(page, tour);
		await editor.open();
		const { end, say, seconds, unseen } = await record(page, folder);
		let gifSeconds = 0;
		for (const scene of SCENES) {
			console.log(scene.name);
			await scene({ tour, page, editor, say, unseen });
			if (scene === LAST_GIF_SCENE) gifSeconds = seconds();
		}
		await encodeVideo(await end(), VIDEO);
		await encodeGif(VIDEO, gifSeconds, GIF);
		await close();
	});
	await check(VIDEO, GIF);
}

/** @throws Error if the video or the GIF is too long or too large */
async function check(video: string, gif: string): Promise<void> {
	const seconds = await lengthOf(video);
	const { size } = await stat(gif);
	console.log(`${video}: ${Math.round(seconds)} s\n${gif}: ${(size / 1e6).toFixed(1)} MB`);
	if (seconds >= MAX_VIDEO_S) throw new Error('The video is longer than five minutes.');
	if (size >= MAX_GIF_BYTES) throw new Error('The GIF is larger than 3 MB.');
}

main().catch((error: unknown) => {
	console.error(styleText('red', (error as Error).message));
	process.exitCode = 1;
});
