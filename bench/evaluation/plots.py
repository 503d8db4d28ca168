# SPDX-License-Identifier: MIT
"""Cumulative curves as SVG. Lines differ in dashes and marks too, so that they can be told apart in grey."""
import math
from dataclasses import dataclass
from html import escape

HEIGHT = 400
LEFT, EDGE, TOP, BOTTOM = 64, 570, 40, 52  # EDGE: where the curves end and the legend begins
# colour (Okabe and Ito's, told apart by most eyes), dashes, mark
STYLES = (
	("#000000", "", "circle"),
	("#d55e00", "8 3", "square"),
	("#0072b2", "2 3", "triangle"),
	("#009e73", "10 3 2 3", "diamond"),
	("#cc79a7", "5 5", "cross"),
	("#8a6d00", "1 5", "plus"),
	("#56b4e9", "12 6", "ring"),
	("#555555", "3 2 8 2", "down"),
)
_MARKS = {
	"square": "M-4 -4h8v8h-8z",
	"triangle": "M0 -5L5 4H-5z",
	"down": "M0 5L5 -4H-5z",
	"diamond": "M0 -5.5L5.5 0L0 5.5L-5.5 0z",
	"cross": "M-4 -4L4 4M-4 4L4 -4",
	"plus": "M0 -5V5M-5 0H5",
	"circle": "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
	"ring": "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
}
_OPEN = ("cross", "plus", "ring")


@dataclass(frozen=True)
class Series:
	name: str
	times: list  # sorted


def nice_step(top, lines=6):
	"""Distance of grid lines for 0 to top: 1, 2 or 5 times a power of ten, at least 1."""
	rough = max(top / lines, 1)
	power = 10 ** math.floor(math.log10(rough))
	return next(int(factor * power) for factor in (1, 2, 5, 10) if factor * power >= rough)


def decades(series, most):
	"""Powers of ten around all times, and around most."""
	times = [max(t, 0.001) for s in series for t in s.times] + [most]
	low = math.floor(math.log10(min(times)))
	high = math.ceil(math.log10(max(times)) - 1e-9)
	return low, max(high, low + 1)


def time_label(exponent):
	return f"{10 ** (exponent + 3)} ms" if exponent < -1 else f"{10 ** exponent:g} s"


def _mark(kind, x, y, colour):
	fill = "#ffffff" if kind == "ring" else ("none" if kind in _OPEN else colour)
	return (f'<path d="{_MARKS[kind]}" transform="translate({x:.1f} {y:.1f})" fill="{fill}" stroke="{colour}" '
		'stroke-width="1.6"/>')


def _text(x, y, text, anchor="start", more=""):
	return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(text)}</text>'


class _Frame:
	"""Where a value lies on the page."""

	def __init__(self, series, most, top):
		self.low, self.high = decades(series, most)
		step = nice_step(top)
		self.step, self.top = step, max(step, math.ceil(top / step) * step)

	def x(self, time):
		share = (math.log10(max(time, 10 ** self.low)) - self.low) / (self.high - self.low)
		return LEFT + share * (EDGE - LEFT)

	def y(self, count):
		return HEIGHT - BOTTOM - count / self.top * (HEIGHT - TOP - BOTTOM)

	def grid(self):
		parts = []
		for count in range(0, self.top + 1, self.step):
			y = self.y(count)
			parts.append(f'<path d="M{LEFT} {y:.1f}H{EDGE}" stroke="#dddddd"/>')
			parts.append(_text(LEFT - 8, y + 4, str(count), "end"))
		for exponent in range(self.low, self.high + 1):
			x = self.x(10 ** exponent)
			parts.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#dddddd"/>')
			parts.append(_text(x, HEIGHT - BOTTOM + 18, time_label(exponent), "middle"))
			for minor in (2, 5):
				if exponent < self.high:
					mx = self.x(minor * 10 ** exponent)
					parts.append(f'<path d="M{mx:.1f} {HEIGHT - BOTTOM}v5" stroke="#888888"/>')
		return parts


def _curve(frame, times, end, style):
	"""A staircase to the end of the budget, with about six marks, the last at its end."""
	colour, dashes, kind = style
	x0, points = frame.x(times[0]) if times else frame.x(10 ** frame.low), []
	path = f"M{x0:.1f} {frame.y(0):.1f}"
	for count, time in enumerate(times, 1):
		path += f"H{frame.x(time):.1f}V{frame.y(count):.1f}"
		points.append((frame.x(time), frame.y(count)))
	path += f"H{frame.x(end):.1f}"
	points.append((frame.x(end), frame.y(len(times))))
	dash = f' stroke-dasharray="{dashes}"' if dashes else ""
	parts = [f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>']
	every = max(1, len(times) // 6)
	chosen = points[every - 1:-1:every] + points[-1:]
	return parts + [_mark(kind, x, y, colour) for x, y in chosen]


def _legend(order, styles):
	parts, x = [], EDGE + 16
	for row, series in enumerate(order):
		colour, dashes, kind = styles[series.name]
		y = TOP + 10 + row * 22
		dash = f' stroke-dasharray="{dashes}"' if dashes else ""
		parts.append(f'<path d="M{x} {y}h34" stroke="{colour}" stroke-width="2"{dash}/>')
		parts.append(_mark(kind, x + 17, y, colour))
		parts.append(_text(x + 42, y + 4, f"{series.name}: {len(series.times)}"))
	return parts


def curves(title, clock, words, series, most, total):
	"""SVG of cumulative curves up to the time most; total: how many could be reached."""
	end = max([most] + [s.times[-1] for s in series if s.times])
	frame = _Frame(series, end, total)
	styles = {s.name: STYLES[i % len(STYLES)] for i, s in enumerate(series)}
	order = sorted(series, key=lambda s: -len(s.times))
	width = EDGE + 70 + 8 * max(len(f"{s.name}: {len(s.times)}") for s in series)
	middle_y = (TOP + HEIGHT - BOTTOM) / 2
	parts = [
		f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}" '
		f'role="img" aria-label="{escape(title)}" font-family="sans-serif" font-size="13" fill="#222222">',
		f'<rect width="{width}" height="{HEIGHT}" fill="#ffffff"/>',
		_text(LEFT, 22, title, more=' font-size="15" font-weight="bold"'),
		*frame.grid(),
		f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{EDGE}" fill="none" stroke="#444444"/>',
		_text((LEFT + EDGE) / 2, HEIGHT - 12, f"{clock} of the run, logarithmic", "middle"),
		_text(0, 0, words, "middle", f' transform="translate(16 {middle_y:.0f}) rotate(-90)"'),
	]
	if total:
		y = frame.y(total)
		parts.append(f'<path d="M{LEFT} {y:.1f}H{EDGE}" stroke="#888888" stroke-dasharray="1 3"/>')
		parts.append(_text(EDGE - 4, y - 4, f"all {total}", "end", ' font-size="11"'))
	# The first mode is drawn last, above the others.
	for s in reversed(series):
		parts += _curve(frame, s.times, end, styles[s.name])
	parts += _legend(order, styles)
	return "\n".join(parts) + "\n</svg>\n"
