// The cactus plot: to the right how many tasks are solved, upwards what the hardest of them took.

class Cactus extends Plot {
	draw() {
		if (!this.rows)
			return;
		this.begin();
		const quantity = view.quantity;
		const series = DATA.columns.map((_, column) => this.rows
			.filter(row => solved(row.cells[column]))
			.map(row => ({ row, value: row.cells[column][quantity] }))
			.sort((a, b) => a.value - b.value));
		const values = series.flatMap(s => s.map(p => p.value));
		const low = lowest(values, quantity), high = highest(values, low);
		const x = this.linearScale(Math.max(...series.map(s => s.length)), this.area.left, this.area.right);
		const y = this.logScale(low, high, this.area.bottom, this.area.top);
		this.axes(x, y, "tasks solved", QUANTITIES[quantity].title, String, axisNumber(quantity));
		series.forEach((points, column) => this.drawSeries(points, column, x, y));
		this.note(series);
		this.canvas.dataset.points = this.points.length;
	}

	drawSeries(points, column, x, y) {
		const { pen } = this;
		const colour = seriesColour(column);
		pen.strokeStyle = colour;
		pen.lineWidth = 2;
		pen.lineJoin = "round";
		pen.beginPath();
		points.forEach((p, i) => {
			const at = { x: x.place(i + 1), y: y.place(p.value), row: p.row, column, rank: i + 1 };
			this.points.push(at);
			if (i === 0)
				pen.moveTo(at.x, at.y);
			else
				pen.lineTo(at.x, at.y);
		});
		pen.stroke();
		if (points.length && points.length <= 200)
			for (const p of this.points.filter(q => q.column === column))
				this.dot(p.x, p.y, 2.5, colour);
		const lit = this.lit && this.points.find(p => p.row === this.lit.row && p.column === column);
		if (lit)
			this.dot(lit.x, lit.y, this.lit.column === column ? 6 : 4, colour, this.lit.column === column);
		const end = points.length ? this.points[this.points.length - 1] : null;
		if (end)
			this.dot(end.x, end.y, 4, colour);
	}

	tip(p) {
		const format = QUANTITIES[view.quantity].format;
		return [make("b", {}, p.row.name), ...p.row.cells.map((cell, column) => cell && tipLine(column,
			`${DATA.columns[column].label}: ${cell.verdict}, ${format(cell[view.quantity])}`)).filter(Boolean),
			make("span", {}, `number ${p.rank} of ${DATA.columns[p.column].label}`)];
	}

	note(series) {
		byId("cactus-note").replaceChildren(...DATA.columns.flatMap((column, i) => {
			const key = make("span", { class: "key" });
			key.style.setProperty("--series", `var(--series-${i % 6})`);
			return [key, `${column.label} `, make("b", {}, String(series[i].length)), "\u2003"];
		}));
	}
}
