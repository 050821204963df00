import { concatList } from '../../../scripts/video/recording';

test('shows each frame until the next one, and the last one for a while', () => {
	const frames = [
		{ path: '/f/0.jpg', at: 100 },
		{ path: '/f/1.jpg', at: 100.25 },
		{ path: '/f/2.jpg', at: 104 },
	];
	expect(concatList(frames).split('\n')).toEqual([
		"file '/f/0.jpg'",
		'duration 0.250',
		"file '/f/1.jpg'",
		'duration 3.750',
		"file '/f/2.jpg'",
		'duration 3.000',
		"file '/f/2.jpg'",
		'',
	]);
	expect(concatList([])).toBe('');
});
