// A card for each verifier: its score, what became of the tasks, and what they cost.

function sumsOf(rows, column) {
	const sums = { score: 0, best: 0, cpu: 0, memory: 0, tasks: 0, counts: {} };
	for (const row of rows) {
		const cell = row.cells[column];
		if (!cell)
			continue;
		sums.tasks++;
		sums.score += cell.points;
		sums.best += bestOf(row);
		sums.cpu += cell.cpu;
		sums.memory = Math.max(sums.memory, cell.memory);
		sums.counts[cell.status] = (sums.counts[cell.status] || 0) + 1;
	}
	return sums;
}

function statusButton(column, status, n, children) {
	const chosen = `${status}@${column}`;
	return make("button", {
		type: "button", class: `tone-${status}`, title: `show the ${n} that are ${wordOf(status)}`,
		"data-status": chosen, onclick: () => change({ statuses: [chosen] }),
	}, ...children);
}

function card(column, rows, judged) {
	const head = DATA.columns[column];
	const sums = sumsOf(rows, column);
	const statuses = DATA.statuses.filter(s => sums.counts[s]);
	const bar = make("div", { class: "bar" }, ...statuses.map(status => {
		const button = statusButton(column, status, sums.counts[status], []);
		button.style.flex = sums.counts[status];
		button.tabIndex = -1;
		return button;
	}));
	const counts = make("ul", { class: "counts" }, ...statuses.map(status =>
		make("li", {}, statusButton(column, status, sums.counts[status],
			[sign(status), make("b", {}, sums.counts[status].toLocaleString("en")), ` ${wordOf(status)}`]))));
	const element = make("article", { class: "panel card" },
		make("div", { class: "head" },
			make("h2", {}, head.label),
			judged ? make("div", { class: "score num" }, String(sums.score),
				make("small", {}, ` of ${sums.best}`)) : null),
		make("div", { class: "version", title: `${head.version} ${head.options}` },
			head.options ? make("code", {}, head.options) : null, head.options ? " · " : null,
			head.version || "\u00a0"),
		bar, counts,
		make("p", { class: "facts num" }, `${count(sums.tasks, "task")} · ${seconds(sums.cpu)} CPU · at most ${bytes(sums.memory)}`));
	element.style.setProperty("--series", `var(--series-${column % 6})`);
	return element;
}

function drawCards(rows) {
	const judged = DATA.rows.some(r => r.expected);
	byId("cards").replaceChildren(...DATA.columns.map((_, i) => card(i, rows, judged)));
}

function limitsText(limits) {
	const parts = [];
	if (limits.cpu)
		parts.push(`${seconds(limits.cpu)} CPU`);
	if (limits.memory)
		parts.push(`${(limits.memory / 1024 ** 3).toFixed(1).replace(/\.0$/, "")} GiB`);
	if (limits.cores)
		parts.push(count(limits.cores, "core"));
	return parts.join(", ");
}

function drawAbout() {
	const distinct = list => [...new Set(list.filter(Boolean))].join(" / ");
	const parts = [
		count(DATA.rows.length, "task"),
		distinct(DATA.columns.map(c => limitsText(c.limits))),
		distinct(DATA.columns.map(c => c.started && c.started.slice(0, 16).replace("T", " "))),
		distinct(DATA.columns.map(c => c.host && c.host.name && `${c.host.name} (${c.host.cpus} × ${c.host.machine})`)),
	];
	byId("about").textContent = parts.filter(Boolean).join(" · ");
}
