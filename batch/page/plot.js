// What the plots share: a sharp canvas, logarithmic and linear scales, axes, the nearest point.

const MARGIN = { left: 70, right: 16, top: 10, bottom: 38 };

class Plot {
	constructor(id) {
		this.canvas = byId(id);
		this.points = []; // { x, y (pixels), row, column }
		this.lit = null;
		this.canvas.addEventListener("mousemove", e => this.hover(e));
		this.canvas.addEventListener("mouseleave", () => this.leave());
		this.canvas.addEventListener("click", () => this.lit && openRow(this.lit.row));
		new ResizeObserver(() => this.draw()).observe(this.canvas);
	}

	colour(name) {
		return this.style.getPropertyValue(`--${name}`).trim();
	}

	begin() {
		const box = this.canvas.getBoundingClientRect();
		const sharp = devicePixelRatio || 1;
		this.width = box.width;
		this.height = box.height;
		this.canvas.width = Math.round(box.width * sharp);
		this.canvas.height = Math.round(box.height * sharp);
		this.pen = this.canvas.getContext("2d");
		this.pen.setTransform(sharp, 0, 0, sharp, 0, 0);
		this.style = getComputedStyle(document.documentElement);
		this.pen.font = `12px ${this.colour("sans")}`;
		this.area = {
			left: MARGIN.left, right: this.width - MARGIN.right, top: MARGIN.top,
			bottom: this.height - MARGIN.bottom,
		};
		this.points = [];
	}

	// Ticks at powers of ten, with fine lines at 2 and 5 where there is room.
	logScale(low, high, from, to) {
		const a = Math.log10(low), b = Math.max(Math.log10(high), a + 0.5);
		const place = v => from + (Math.log10(Math.max(v, low)) - a) / (b - a) * (to - from);
		const ticks = [], fine = [];
		for (let e = Math.floor(a); e <= Math.ceil(b); e++) {
			for (const m of [1, 2, 5]) {
				const v = m * 10 ** e;
				if (v >= low * 0.999 && Math.log10(v) <= b + 1e-9)
					(m === 1 ? ticks : fine).push(v);
			}
		}
		// Fewer than two powers of ten: the others must do.
		return { place, ticks: ticks.length < 2 ? ticks.concat(fine).sort((p, q) => p - q) : ticks, fine };
	}

	linearScale(high, from, to) {
		const top = Math.max(high, 1);
		const rough = top / 6;
		const power = 10 ** Math.floor(Math.log10(rough));
		const step = Math.max(1, [1, 2, 5, 10].map(m => m * power).find(s => s >= rough));
		const ticks = [];
		for (let v = 0; v <= top; v += step)
			ticks.push(v);
		return { place: v => from + v / top * (to - from), ticks, fine: [] };
	}

	axes(x, y, xTitle, yTitle, xFormat, yFormat) {
		const { pen, area } = this;
		pen.lineWidth = 1;
		pen.strokeStyle = this.colour("grid");
		for (const v of [...x.ticks, ...x.fine])
			this.line(Math.round(x.place(v)) + 0.5, area.top, Math.round(x.place(v)) + 0.5, area.bottom);
		for (const v of [...y.ticks, ...y.fine])
			this.line(area.left, Math.round(y.place(v)) + 0.5, area.right, Math.round(y.place(v)) + 0.5);
		pen.strokeStyle = this.colour("line");
		this.line(area.left + 0.5, area.top, area.left + 0.5, area.bottom + 0.5);
		this.line(area.left, area.bottom + 0.5, area.right, area.bottom + 0.5);
		pen.fillStyle = this.colour("muted");
		pen.textAlign = "center";
		pen.textBaseline = "top";
		let last = -Infinity;
		for (const v of x.ticks) {
			const text = xFormat(v), at = x.place(v), half = pen.measureText(text).width / 2;
			if (at - half < last + 8 || at + half > (this.taken || this.width))
				continue;
			pen.fillText(text, at, area.bottom + 5);
			last = at + half;
		}
		pen.textAlign = "right";
		pen.textBaseline = "middle";
		for (const v of y.ticks)
			pen.fillText(yFormat(v), area.left - 7, y.place(v));
		pen.textAlign = "right";
		pen.textBaseline = "bottom";
		pen.fillText(xTitle, area.right, this.height - 2);
		if (yTitle)
			this.sideways(yTitle);
	}

	sideways(text) {
		const { pen, area } = this;
		pen.save();
		pen.translate(0, (area.top + area.bottom) / 2);
		pen.rotate(-Math.PI / 2);
		pen.textAlign = "center";
		pen.textBaseline = "top";
		pen.fillText(text, 0, 0);
		pen.restore();
	}

	line(x1, y1, x2, y2) {
		this.pen.beginPath();
		this.pen.moveTo(x1, y1);
		this.pen.lineTo(x2, y2);
		this.pen.stroke();
	}

	dot(x, y, radius, colour, ring) {
		const { pen } = this;
		pen.beginPath();
		pen.arc(x, y, radius, 0, 7);
		if (ring) {
			pen.lineWidth = 2;
			pen.strokeStyle = colour;
			pen.stroke();
		} else {
			pen.fillStyle = colour;
			pen.fill();
		}
	}

	nearest(x, y, reach) {
		let best = null, least = reach * reach;
		for (const p of this.points) {
			const d = (p.x - x) ** 2 + (p.y - y) ** 2;
			if (d <= least) {
				least = d;
				best = p;
			}
		}
		return best;
	}

	hover(event) {
		const box = this.canvas.getBoundingClientRect();
		const near = this.nearest(event.clientX - box.left, event.clientY - box.top, this.reach || 24);
		this.canvas.style.cursor = near ? "pointer" : "";
		if (near !== this.lit) {
			this.lit = near;
			this.draw();
			this.lit = near && this.points.find(p => p.row === near.row && p.column === near.column);
		}
		if (near)
			showTip(event.clientX, event.clientY, ...this.tip(near));
		else
			hideTip();
	}

	leave() {
		hideTip();
		if (this.lit) {
			this.lit = null;
			this.draw();
		}
	}

	show(rows) {
		this.rows = rows;
		this.lit = null;
		this.draw();
	}
}

// A number on an axis: 0.1 s, 10 s, 1000 s; 100 MB, 10 GB.
function axisNumber(quantity) {
	if (quantity === "memory")
		return v => v >= 1e9 ? `${+(v / 1e9).toPrecision(2)} GB` : `${+(v / 1e6).toPrecision(2)} MB`;
	return v => v >= 1e4 ? `${+(v / 3600).toPrecision(2)} h` : `${+v.toPrecision(2)} s`;
}

// Where a scale begins: a little below the least value, never below what can be measured.
function lowest(values, quantity) {
	const floor = QUANTITIES[quantity].floor;
	let least = Infinity;
	for (const v of values)
		least = Math.min(least, Math.max(v, floor));
	return least === Infinity ? floor : Math.max(floor, least / 1.3);
}

function highest(values, low) {
	let most = low * 10;
	for (const v of values)
		most = Math.max(most, v);
	return most * 1.15;
}

function tipLine(column, text) {
	const key = make("span", { class: "key" });
	key.style.setProperty("--series", seriesColour(column));
	return make("div", {}, key, make("span", {}, text));
}
