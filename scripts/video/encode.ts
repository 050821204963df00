import execa from 'execa';

/** Makes an MP4 of the frames. */
export async function encodeVideo(list: string, target: string): Promise<void> {
	const input = ['-f', 'concat', '-safe', '0', '-i', list];
	const video = ['-vf', 'fps=12,format=yuv420p', '-c:v', 'libx264', '-crf', '26'];
	await ffmpeg(...input, ...video, '-movflags', '+faststart', target);
}

/** Makes a GIF of the first seconds, small enough for the top of a page. */
export async function encodeGif(video: string, seconds: number, target: string): Promise<void> {
	const scaled = 'fps=2,scale=720:-1:flags=lanczos';
	const palette = `${scaled},split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none:diff_mode=rectangle`;
	await ffmpeg('-t', String(seconds), '-i', video, '-filter_complex', palette, target);
}

/** @returns its length in seconds */
export async function lengthOf(video: string): Promise<number> {
	const shown = ['-show_entries', 'format=duration', '-of', 'csv=p=0'];
	return Number((await execa('ffprobe', ['-v', 'error', ...shown, video])).stdout);
}

/** @throws Error that names the Debian package where ffmpeg is missing */
async function ffmpeg(...args: string[]): Promise<void> {
	try {
		await execa('ffmpeg', ['-y', '-loglevel', 'error', ...args]);
	} catch (error) {
		if ((error as { code?: string }).code !== 'ENOENT') throw error;
		throw new Error('There is no ffmpeg. Install it: sudo apt-get install ffmpeg');
	}
}
