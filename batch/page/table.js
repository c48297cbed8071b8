// The table of results.  Only the rows in sight are there; two rows of space stand for the others,
// so that ten thousand results scroll as fast as ten.

const ROW = 33;
const SPARE = 12; // rows above and below that are there, too

const table = {
	rows: [], chosen: null,
	body: byId("table").tBodies[0], head: byId("table").tHead, scroller: byId("scroller"),
	first: -1, last: -1,
};

function headCell(name, title, right) {
	const sorted = view.sort === name ? (view.down ? "descending" : "ascending") : null;
	const numeric = /^(cpu|wall|memory)@/.test(name);
	return make("th", { scope: "col", class: right ? "right" : "", "aria-sort": sorted, "data-sort": name },
		make("button", {
			type: "button", title: `sort by ${title}`,
			// Numbers begin with the largest, names with the first.
			onclick: () => change(view.sort === name ? { down: !view.down } : { sort: name, down: numeric }),
		}, title));
}

function hasSeveral(field) {
	return new Set(DATA.rows.map(r => r[field])).size > 1;
}

const FIXED = [["task", "task", null]];
if (hasSeveral("property"))
	FIXED.push(["property", "property", "132px"]);
if (DATA.rows.some(r => r.expected))
	FIXED.push(["expected", "expected", "148px"]);

function drawHead() {
	const several = DATA.columns.length > 1;
	const fixed = FIXED;
	const rows = [];
	if (several)
		rows.push(make("tr", {}, make("th", { colspan: fixed.length }),
			...DATA.columns.map((c, i) => {
				const key = make("span", { class: "key" });
				key.style.setProperty("--series", `var(--series-${i % 6})`);
				return make("th", { colspan: 3, class: "group", title: c.label }, key, c.label);
			})));
	rows.push(make("tr", { class: several ? "second" : "" },
		...fixed.map(([name, title]) => headCell(name, title, false)),
		...DATA.columns.flatMap((_, i) => [headCell(`verdict@${i}`, "verdict", false),
			headCell(`cpu@${i}`, "CPU", true), headCell(`memory@${i}`, "memory", true)])));
	table.head.replaceChildren(...rows);
	const widths = [...fixed.map(f => f[2]), ...DATA.columns.flatMap(() => [DATA.columns.length > 1 ? "172px" : "460px", "82px", "92px"])];
	const group = make("colgroup", {}, ...widths.map(w => {
		const col = make("col", {});
		col.style.width = w || "auto";
		return col;
	}));
	const old = byId("table").querySelector("colgroup");
	if (old)
		old.replaceWith(group);
	else
		byId("table").prepend(group);
	const given = widths.reduce((sum, w) => sum + (w ? parseInt(w, 10) : 0), 0);
	byId("table").style.minWidth = `${given + 300}px`;
}

function taskCell(row) {
	const at = row.name.lastIndexOf("/") + 1;
	return make("td", { class: "task", title: row.name },
		make("span", { class: "in" }, row.name.slice(0, at)), row.name.slice(at));
}

// To the page about the run; a click on it does not choose the row.
function reportLink(cell, text) {
	return cell.html ? make("a", { class: "report", href: cell.html, onclick: event => event.stopPropagation() }, text) : null;
}

function resultCells(cell) {
	if (!cell)
		return [make("td", { class: "first quiet" }, "–"), make("td", {}), make("td", {})];
	const wrong = cell.status === "wrong" ? " tone-wrong" : "";
	const why = whyOf(cell);
	const title = why ? `${cell.verdict}: ${why}` : cell.verdict;
	return [
		make("td", { class: `first${wrong}`, title }, sign(cell.status), cell.verdict,
			reportLink(cell, "report"), why ? make("span", { class: "why" }, why) : null),
		make("td", { class: `right${wrong}` }, seconds(cell.cpu)),
		make("td", { class: `right quiet${wrong}` }, bytes(cell.memory)),
	];
}

function tableRow(row, place) {
	const fixed = FIXED.slice(1).map(([name]) => make("td", { class: "quiet" }, row[name]));
	return make("tr", {
		class: row === table.chosen ? "row chosen" : "row", "aria-rowindex": place + 2,
		"data-row": row.index, onclick: () => openRow(row),
	}, taskCell(row), ...fixed, ...row.cells.flatMap(resultCells));
}

function space(rows) {
	// One column too many would take its share of the width.
	const cell = make("td", { colspan: FIXED.length + 3 * DATA.columns.length });
	cell.style.height = `${rows * ROW}px`;
	return make("tr", { class: "space", "aria-hidden": "true" }, cell);
}

function drawRows(always) {
	const top = table.scroller.scrollTop, height = table.scroller.clientHeight;
	const first = Math.max(0, Math.floor(top / ROW) - SPARE);
	const last = Math.min(table.rows.length, Math.ceil((top + height) / ROW) + SPARE);
	if (!always && first === table.first && last === table.last)
		return;
	table.first = first;
	table.last = last;
	const shown = table.rows.slice(first, last).map((row, i) => tableRow(row, first + i));
	table.body.replaceChildren(space(first), ...shown, space(table.rows.length - last));
}

function drawTable(rows) {
	table.rows = sortRows(rows);
	drawHead();
	byId("table").setAttribute("aria-rowcount", table.rows.length + 1);
	byId("none").hidden = table.rows.length > 0;
	// No higher than its rows, so that a short table ends where it ends.
	table.scroller.style.height = `min(74vh, 760px, ${Math.max(table.rows.length * ROW, 150) + table.head.offsetHeight + 2}px)`;
	drawRows(true);
}

// Brings a row into sight.
function scrollToRow(row) {
	const at = table.rows.indexOf(row);
	if (at < 0)
		return;
	const { scroller } = table, head = table.head.offsetHeight;
	const y = at * ROW;
	if (y < scroller.scrollTop || y + ROW > scroller.scrollTop + scroller.clientHeight - head)
		scroller.scrollTop = Math.max(0, y - (scroller.clientHeight - head) / 2);
	drawRows(true);
}

function chooseRow(row) {
	table.chosen = row;
	drawRows(true);
}

// One row further, or back.
function step(by) {
	if (!table.rows.length)
		return;
	const at = table.rows.indexOf(table.chosen);
	const next = Math.min(Math.max(at < 0 ? 0 : at + by, 0), table.rows.length - 1);
	chooseRow(table.rows[next]);
	scrollToRow(table.rows[next]);
	if (!byId("detail").hidden)
		drawDetail(table.rows[next]);
}
