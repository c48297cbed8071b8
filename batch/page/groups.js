// The score of each family of tasks; a click shows only that family.

function groupsOf(rows) {
	const groups = new Map();
	for (const row of rows) {
		const name = row[view.by] || "–";
		if (!groups.has(name))
			groups.set(name, []);
		groups.get(name).push(row);
	}
	return [...groups].sort(([a], [b]) => a < b ? -1 : 1);
}

function groupCells(rows, column) {
	const sums = sumsOf(rows, column);
	const shown = DATA.statuses.filter(s => sums.counts[s]);
	const bar = make("div", { class: "bar", title: shown.map(s => `${sums.counts[s]} ${wordOf(s)}`).join(", ") },
		...shown.map(status => {
			const part = make("span", { class: `tone-${status}` });
			part.style.flex = sums.counts[status];
			return part;
		}));
	const wrong = sums.counts.wrong || 0;
	return [
		make("td", { class: "first" }, bar),
		make("td", { class: "right" }, String(sums.counts.correct || 0)),
		make("td", { class: "right" }, wrong ? make("span", { class: "bad" }, String(wrong)) : "·"),
		make("td", { class: "right" }, `${sums.score} / ${sums.best}`),
		make("td", { class: "right quiet" }, seconds(sums.cpu)),
	];
}

function groupLine(name, rows, choose) {
	const label = choose ? make("button", { type: "button", "data-group": name, onclick: choose }, name) : name;
	return make("tr", {}, make("td", {}, label), make("td", { class: "right" }, rows.length.toLocaleString("en")),
		...DATA.columns.flatMap((_, i) => groupCells(rows, i)));
}

function drawGroups(rows) {
	const groups = groupsOf(rows);
	byId("groups").hidden = !DATA.rows.some(r => r.expected) || !rows.length;
	const field = (title, right) => make("th", { class: right ? "right" : "" }, title);
	const several = DATA.columns.length > 1;
	byId("sums").tHead.replaceChildren(make("tr", {}, field(view.by, false), field("tasks", true),
		...DATA.columns.flatMap((c, i) => {
			const key = make("span", { class: "key" });
			key.style.setProperty("--series", `var(--series-${i % 6})`);
			return [make("th", { class: "first" }, ...(several ? [key, c.label] : [])), field("right", true),
				field("wrong", true), field("score", true), field("CPU", true)];
		})));
	const lines = groups.map(([name, members]) => groupLine(name, members,
		view.by === "set" ? null : () => change({ [view.by]: view[view.by] === name ? "" : name })));
	if (groups.length > 1)
		lines.push(groupLine("all", rows, null));
	byId("sums").tBodies[0].replaceChildren(...lines);
}
