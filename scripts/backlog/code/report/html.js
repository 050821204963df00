// The report as HTML, without images, scripts and styles from elsewhere.
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text) => String(text).replace(/[&<>"']/g, (character) => ENTITIES[character]);
const CELL =
	'padding:4px 16px 4px 0;text-align:left;vertical-align:top;border-bottom:1px solid #ccc';
const cells = (tag, values) =>
	values.map((value) => `<${tag} style="${CELL}">${escape(value)}</${tag}>`);
const table = (caption, head, rows) => {
	const heads = head.map((text) => `<th scope="col" style="${CELL}">${escape(text)}</th>`).join('');
	const body = rows.map(([name, ...values]) => {
		const first = `<th scope="row" style="${CELL};font-weight:normal">${escape(name)}</th>`;
		return `<tr>${first}${cells('td', values).join('')}</tr>`;
	});
	return `<table style="border-collapse:collapse;margin:0 0 24px"><caption style="text-align:left;font-weight:bold;padding:8px 0">${escape(caption)}</caption><thead><tr>${heads}</tr></thead><tbody>${body.join('')}</tbody></table>`;
};

const seen = GROUPS.filter(({ files }) => files > 0);
const spoken = seen.map(({ name, percent }) => `${name} ${percent} %`).join(', ');
const segments = seen.map(({ colour, percent }) => {
	return `<span style="display:inline-block;height:20px;width:${percent}%;background:${colour}"></span>`;
});
const bar = `<div role="img" aria-label="${escape(`Progress: ${spoken}`)}" style="width:100%;max-width:640px;height:20px;line-height:0;font-size:0;white-space:nowrap;overflow:hidden;border:1px solid #595959">${segments.join('')}</div>`;

const htmlOf = (title) =>
	[
		`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title></head>`,
		'<body style="margin:0;padding:16px;background:#fff;color:#1a1a1a;font:16px/1.5 Arial,Helvetica,sans-serif"><main>',
		`<h1 style="font-size:22px">${escape(title)}</h1>`,
		bar,
		table(
			'Files',
			['State', 'Files', 'Pages', 'Share'],
			[
				...GROUPS.map(({ name, files, pages, percent }) => [name, files, pages, `${percent} %`]),
				['All', lines.length, sum('pages'), '100 %'],
			],
		),
		table(
			'Credits',
			['Credits', 'Number'],
			[
				['Spent', spent],
				['Saved: skipped, archived, deleted, or the same content as another file', saved],
				['Expected for what is ready', expected],
			],
		),
		`<p>${escape(pace)}</p>`,
		losses === '' ? '' : `<p>${escape(losses)}</p>`,
		oldest.length === 0
			? ''
			: table(
					`The ${oldest.length} oldest files to review`,
					['File', 'Since', 'Reason'],
					oldest.map(({ file, inspected_at, reason }) => [file, inspected_at.slice(0, 10), reason]),
				),
		noted.length === 0
			? ''
			: table(
					`${noted.length} files failed or wait${noted.length > MAX_NOTED ? `, the first ${MAX_NOTED}` : ''}`,
					['File', 'State', 'Reason'],
					firstNoted.map(({ file, status, reason }) => [file, status, reason]),
				),
		'<h2 style="font-size:18px">Evidence</h2>',
		'<p>Keep this mail. The files in the attachment record what was done. They do not say that a document is accessible.</p>',
		`<p>SHA-256 of the last line: <code style="word-break:break-all">${hash}</code></p>`,
		`<p>Check that nobody has changed the file: <code style="word-break:break-all">${escape(verify)}</code></p>`,
		'</main></body></html>',
	].join('\n');
