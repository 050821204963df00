import { until } from '../host/harness/until';
import { fetchAlone } from '../host/harness/fetchAlone';

/** n8n sends an empty answer to link scanners, so that no scanner approves. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

/** Presses a button in n8n's message, like the reader's browser. */
export async function press(link: string): Promise<void> {
	const answer = await until({ what: 'n8n waits for the answer' }, async () => {
		const given = await fetchAlone(link, { headers: { 'user-agent': BROWSER } });
		// The message may arrive before its execution waits for the answer (409). With SQLite, n8n 1 stores that it
		// waits before it stores at which node (500).
		return given.status !== 409 && given.status !== 500 && given;
	});
	const page = await answer.text();
	if (!answer.ok || page === '') throw new Error(`${link} answered ${answer.status}: ${page}`);
}
