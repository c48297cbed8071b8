// Everything together: filters and keys change the view, and the view is drawn.

const cactus = new Cactus("cactus");
const scatter = new Scatter("scatter");

function change(what) {
	Object.assign(view, what);
	if (!("sort" in what) && !("down" in what))
		table.scroller.scrollTop = 0;
	writeAddress();
	draw();
}

function draw() {
	const rows = filterRows();
	drawCards(rows);
	drawGroups(rows);
	drawFilters(rows);
	drawTable(rows);
	cactus.show(rows);
	scatter.show(rows);
}

function fillSelect(id, all, values) {
	const select = byId(id);
	select.replaceChildren(make("option", { value: "" }, all),
		...values.map(v => make("option", { value: v }, v)));
	select.hidden = values.length < 2;
	select.addEventListener("change", () => change({ [id]: select.value }));
}

function distinct(field) {
	return [...new Set(DATA.rows.map(r => r[field]))].filter(Boolean).sort();
}

function setUp() {
	readAddress();
	drawAbout();
	fillSelect("folder", "all folders", distinct("folder"));
	fillSelect("property", "all properties", distinct("property"));
	fillSelect("expected", "any expected", ["true", "false", "none"].filter(v =>
		DATA.rows.some(r => (r.expected || "none").startsWith(v))));
	for (const [id, field] of [["scatter-x", "x"], ["scatter-y", "y"]]) {
		byId(id).append(...DATA.columns.map((c, i) => make("option", { value: i }, c.label)));
		byId(id).addEventListener("change", () => change({ [field]: +byId(id).value }));
	}
	view.y = Math.min(view.y, DATA.columns.length - 1);
	byId("quantity").addEventListener("change", () => change({ quantity: byId("quantity").value }));
	byId("by").addEventListener("change", () => change({ by: byId("by").value }));
	byId("by").addEventListener("click", event => event.preventDefault());
	byId("search").addEventListener("input", () => change({ search: byId("search").value.trim() }));
	byId("differ").addEventListener("click", () => change({ differ: !view.differ }));
	byId("reset").addEventListener("click", reset);
	byId("theme").addEventListener("click", toggleTheme);
	table.scroller.addEventListener("scroll", () => drawRows(false), { passive: true });
	addEventListener("resize", () => drawRows(false));
	addEventListener("hashchange", () => {
		Object.assign(view, JSON.parse(DEFAULTS));
		readAddress();
		draw();
	});
	document.addEventListener("keydown", onKey);
	if (DATA.columns.length === 1) {
		byId("differ").hidden = true;
		byId("scatter-title").textContent = "Time against memory";
		byId("scatter-x").closest(".picks").hidden = true;
	}
}

function reset() {
	const { quantity, by, x, y, sort, down } = view;
	change({ ...JSON.parse(DEFAULTS), quantity, by, x, y, sort, down });
	byId("search").value = "";
}

function statusChip(status, n) {
	const pressed = view.statuses.some(s => s.split("@")[0] === status);
	return make("button", {
		type: "button", class: `chip tone-${status}`, "aria-pressed": String(pressed), "data-status": status,
		onclick: () => change({
			statuses: pressed ? view.statuses.filter(s => s.split("@")[0] !== status)
				: [...view.statuses, status],
		}),
	}, sign(status), make("b", {}, n.toLocaleString("en")), ` ${wordOf(status)}`);
}

function drawFilters(rows) {
	const before = filterRows(true);
	byId("chips").replaceChildren(...DATA.statuses.map(status => {
		const n = before.filter(r => hasStatus(r, status)).length;
		return n || view.statuses.includes(status) ? statusChip(status, n) : null;
	}).filter(Boolean));
	for (const id of ["folder", "property", "expected", "quantity", "by"])
		byId(id).value = view[id];
	byId("scatter-x").value = view.x;
	byId("scatter-y").value = view.y;
	if (document.activeElement !== byId("search"))
		byId("search").value = view.search;
	byId("differ").setAttribute("aria-pressed", String(view.differ));
	byId("reset").hidden = !isFiltered();
	byId("count").textContent = rows.length === DATA.rows.length ? count(rows.length, "task")
		: `${rows.length.toLocaleString("en")} of ${count(DATA.rows.length, "task")}`;
}

function onKey(event) {
	if (event.ctrlKey || event.metaKey || event.altKey)
		return;
	if (event.key === "Escape") {
		if (!byId("detail").hidden)
			closeDetail();
		else
			document.activeElement.blur();
		return;
	}
	if (/^(INPUT|SELECT)$/.test(event.target.tagName))
		return;
	const actions = {
		"/": () => byId("search").focus(),
		t: toggleTheme,
		j: () => step(1), ArrowDown: () => step(1),
		k: () => step(-1), ArrowUp: () => step(-1),
		Enter: () => event.target.tagName !== "BUTTON" && table.chosen && openRow(table.chosen),
	};
	const inTable = event.target === table.scroller || event.target === document.body;
	if (event.key in actions && (!event.key.startsWith("Arrow") || inTable)) {
		if (event.key !== "Enter")
			event.preventDefault();
		actions[event.key]();
	}
}

function setTheme(theme) {
	document.documentElement.dataset.theme = theme;
}

function toggleTheme() {
	setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
	cactus.draw();
	scatter.draw();
}

const night = matchMedia("(prefers-color-scheme: dark)");
night.addEventListener("change", () => {
	setTheme(night.matches ? "dark" : "light");
	cactus.draw();
	scatter.draw();
});
setTheme(night.matches ? "dark" : "light");
setUp();
draw();
document.documentElement.dataset.ready = "true";
