// SPDX-License-Identifier: MIT
// Numbers for people.

export function whole(n) {
	return Math.round(n).toLocaleString("en");
}

// An estimate: three digits that count, then in words.
export function rounded(n) {
	if (n < 1e6)
		return whole(Number(n.toPrecision(3)));
	return n < 1e15 ? n.toLocaleString("en", { notation: "compact", maximumSignificantDigits: 3 }) : n.toExponential(1);
}

// "0.4 s", "12 s", "3 min 20 s", "2 h 5 min"
export function duration(seconds) {
	if (seconds < 10)
		return seconds.toFixed(1) + " s";
	if (seconds < 60)
		return Math.round(seconds) + " s";
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60)
		return minutes + " min" + (Math.round(seconds % 60) ? " " + Math.round(seconds % 60) + " s" : "");
	return Math.floor(minutes / 60) + " h " + minutes % 60 + " min";
}

// Round marks from 0 to at least most, about n of them.
export function marks(most, n) {
	const rough = most / n || 1;
	const power = 10 ** Math.floor(Math.log10(rough));
	const each = [1, 2, 5, 10].map((k) => k * power).find((k) => k >= rough);
	const list = [];
	for (let i = 0; list.length < 2 || list[i - 1] < most; i++)
		list.push(i * each);
	return list;
}
