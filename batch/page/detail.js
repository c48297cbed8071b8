// All that is known about one task, at the side.

function facts(pairs) {
	return make("dl", {}, ...pairs.filter(([, value]) => value !== "" && value !== null && value !== undefined)
		.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

function exitText(code) {
	return code < 0 ? `signal ${-code}` : String(code);
}

function detailOf(cell, column) {
	const head = DATA.columns[column];
	const key = make("span", { class: "key" });
	key.style.setProperty("--series", `var(--series-${column % 6})`);
	const title = make("h3", {}, key, head.label);
	if (!cell)
		return [title, make("p", { class: "muted" }, "no result")];
	const verdict = make("span", { class: `verdict tone-${cell.status}` }, `${SIGNS[cell.status]} ${cell.verdict}`);
	return [title, facts([
		["verdict", verdict],
		["", ""],
		["status", cell.points ? `${wordOf(cell.status)}, ${cell.points > 0 ? "+" : ""}${cell.points}` : wordOf(cell.status)],
		["violated", cell.violated],
		["place", cell.place],
		["report", cell.message],
		["compiled", cell.confirmation],
		["page", reportLink(cell, "the steps of this run")],
		["reason", cell.reason],
		["CPU", seconds(cell.cpu)],
		["wall", seconds(cell.wall)],
		["memory", bytes(cell.memory)],
		["exit", exitText(cell.exit)],
		["host", cell.host],
		["start", cell.start && cell.start.slice(0, 19).replace("T", " ")],
		["options", head.options],
		["file", head.file],
	])];
}

function drawDetail(row) {
	byId("detail").replaceChildren(
		make("div", { class: "head" }, make("h2", {}, row.name),
			make("button", { type: "button", class: "close", title: "close (Esc)", "aria-label": "close", onclick: closeDetail }, "×")),
		facts([["property", row.property || "the verifier's own"], ["expected", row.expected || "not known"],
			["folder", row.folder], ["set", row.set]]),
		...row.cells.flatMap(detailOf));
}

function openRow(row) {
	hideTip();
	chooseRow(row);
	scrollToRow(row);
	drawDetail(row);
	byId("detail").hidden = false;
}

function closeDetail() {
	byId("detail").hidden = true;
	table.scroller.focus({ preventScroll: true });
}
