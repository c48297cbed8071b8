// The scatter plot: a point for each task, one verifier against another on logarithmic scales.
// What one of them did not solve lies in the band at its edge.  With a single verifier: time
// against memory.

const BAND = 26;

class Scatter extends Plot {
	draw() {
		if (!this.rows)
			return;
		this.begin();
		this.single = DATA.columns.length === 1;
		const xOf = row => row.cells[this.single ? 0 : view.x];
		const yOf = row => row.cells[this.single ? 0 : view.y];
		const xQuantity = this.single && view.quantity === "memory" ? "cpu" : view.quantity;
		const yQuantity = this.single ? "memory" : view.quantity;
		const rows = this.rows.filter(row => xOf(row) && yOf(row));
		const inside = this.single ? rows : rows.filter(row => solved(xOf(row)) || solved(yOf(row)));
		const xs = inside.filter(r => this.single || solved(xOf(r))).map(r => xOf(r)[xQuantity]);
		const ys = inside.filter(r => this.single || solved(yOf(r))).map(r => yOf(r)[yQuantity]);
		const [xLow, yLow] = this.single ? [lowest(xs, xQuantity), lowest(ys, yQuantity)]
			: Array(2).fill(lowest([...xs, ...ys], xQuantity));
		const [xHigh, yHigh] = this.single ? [highest(xs, xLow), highest(ys, yLow)]
			: Array(2).fill(highest([...xs, ...ys], xLow));
		const band = this.single ? 0 : BAND;
		const x = this.logScale(xLow, xHigh, this.area.left, this.area.right - band);
		const y = this.logScale(yLow, yHigh, this.area.bottom, this.area.top + band);
		this.taken = this.width;
		if (band)
			this.drawBands(band);
		const names = this.single ? [QUANTITIES[xQuantity].title, "memory"]
			: [DATA.columns[view.x].label, DATA.columns[view.y].label];
		this.axes(x, y, names[0], names[1], axisNumber(xQuantity), axisNumber(yQuantity));
		if (!this.single)
			this.drawDiagonals(x, y, xLow, xHigh);
		this.drawPoints(inside, xOf, yOf, x, y, xQuantity, yQuantity);
		this.note(rows, xOf, yOf, names);
		this.canvas.dataset.points = this.points.length;
	}

	drawBands(band) {
		const { pen, area } = this;
		pen.fillStyle = this.colour("raised");
		pen.fillRect(area.right - band + 4, area.top, band - 4, area.bottom - area.top);
		pen.fillRect(area.left, area.top, area.right - area.left, band - 4);
		pen.fillStyle = this.colour("muted");
		pen.textAlign = "right";
		pen.textBaseline = "middle";
		pen.fillText("unsolved", area.left - 7, area.top + (band - 4) / 2);
		pen.textBaseline = "top";
		pen.fillText("unsolved", area.right + 6, area.bottom + 5);
		this.taken = area.right + 6 - pen.measureText("unsolved").width;
	}

	drawDiagonals(x, y, low, high) {
		const { pen } = this;
		pen.save();
		pen.beginPath();
		pen.rect(this.area.left, this.area.top + BAND, this.area.right - BAND - this.area.left,
			this.area.bottom - this.area.top - BAND);
		pen.clip();
		for (const factor of [0.1, 1, 10]) {
			pen.strokeStyle = this.colour("muted");
			pen.globalAlpha = factor === 1 ? 0.9 : 0.5;
			pen.lineWidth = 1;
			pen.setLineDash(factor === 1 ? [] : [3, 5]);
			const from = Math.max(low, low / factor), to = Math.min(high, high / factor);
			this.line(x.place(from), y.place(from * factor), x.place(to), y.place(to * factor));
		}
		pen.restore();
		pen.setLineDash([]);
	}

	drawPoints(rows, xOf, yOf, x, y, xQuantity, yQuantity) {
		const edge = { x: this.area.right - BAND / 2 + 2, y: this.area.top + BAND / 2 - 2 };
		const radius = rows.length > 2000 ? 2.2 : rows.length > 400 ? 2.8 : 3.6;
		this.pen.globalAlpha = rows.length > 2000 ? 0.45 : 0.7;
		for (const row of rows) {
			const a = xOf(row), b = yOf(row);
			const point = {
				x: this.single || solved(a) ? x.place(a[xQuantity]) : edge.x,
				y: this.single || solved(b) ? y.place(b[yQuantity]) : edge.y, row, column: 0,
			};
			this.points.push(point);
			this.dot(point.x, point.y, radius, this.toneOf(a, b));
		}
		this.pen.globalAlpha = 1;
		const lit = this.lit && this.points.find(p => p.row === this.lit.row);
		if (lit)
			this.dot(lit.x, lit.y, radius + 3, this.colour("ink"), true);
	}

	toneOf(a, b) {
		if (a.status === "wrong" || b.status === "wrong")
			return this.colour("wrong");
		if (this.single)
			return this.colour(a.status);
		if (solved(a) && solved(b))
			return this.colour("correct");
		return seriesColour(solved(a) ? view.x : view.y);
	}

	tip(p) {
		const shown = this.single ? [0] : [view.x, view.y];
		return [make("b", {}, p.row.name), ...shown.map(column => {
			const cell = p.row.cells[column];
			return tipLine(column, `${DATA.columns[column].label}: ${cell.verdict}, ${seconds(cell.cpu)} CPU, ${bytes(cell.memory)}`);
		})];
	}

	note(rows, xOf, yOf, names) {
		if (this.single) {
			byId("scatter-note").textContent = "Each point is a task, coloured by what became of it.";
			return;
		}
		const both = rows.filter(r => solved(xOf(r)) && solved(yOf(r)));
		const least = r => Math.min(xOf(r)[view.quantity], yOf(r)[view.quantity]);
		const most = r => Math.max(xOf(r)[view.quantity], yOf(r)[view.quantity]);
		const apart = both.filter(r => most(r) > 1.5 * least(r));
		const xBetter = apart.filter(r => xOf(r)[view.quantity] < yOf(r)[view.quantity]).length;
		const onlyX = rows.filter(r => solved(xOf(r)) && !solved(yOf(r))).length;
		const onlyY = rows.filter(r => solved(yOf(r)) && !solved(xOf(r))).length;
		byId("scatter-note").replaceChildren("Only ", make("b", {}, names[0]), ` solves ${onlyX}, only `,
			make("b", {}, names[1]), ` ${onlyY}; of ${both.length} that both solve, ${names[0]} needs clearly less for ${xBetter}, ${names[1]} for ${apart.length - xBetter}.`);
	}
}
