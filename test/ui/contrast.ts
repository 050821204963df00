// A string, because the types of the tests do not include the browser's.

/** Contrast of two computed colors, from 1 to 21 (WCAG 2, relative luminance). */
export const CONTRAST = `
	const rgba = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
	const luminance = (color) => rgba(color).slice(0, 3)
		.map((part) => part / 255)
		.map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
		.reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
	const seen = (color) => rgba(color)[3] !== 0;
	const contrast = (a, b) => {
		const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
		return (light + 0.05) / (dark + 0.05);
	};
`;
