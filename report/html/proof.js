/* proof.js -- the invariant that a verdict for any number of threads rests on. */

function factList(facts) {
	if (!facts.length)
		return h("span", {class: "free"}, "nothing else");
	return facts.map(fact => h("code", {class: "fact"}, fact));
}

/* "worker 9, 12-14": rows of one function are told together. */
function rowNames(page, proof, rows) {
	const groups = new Map();
	for (const k of rows) {
		const row = proof.places[k], key = `${row.thread}\n${row.function}`;
		if (!groups.has(key))
			groups.set(key, []);
		groups.get(key).push(row);
	}
	const isShared = row => proof.places.some(p => p.function === row.function && p.thread !== row.thread);
	return Array.from(groups.values(), (list, i) => [i ? ", " : "", h("code", null, list[0].function || "?"),
		isShared(list[0]) ? ` (${list[0].thread})` : "", " ", list.map((row, k) => [k ? ", " : "", linesLink(page, row)])]);
}

/* The lines of a row, as a link to the first of them. */
function linesLink(page, row) {
	const place = row.locations.find(p => p);
	return place && page.source.has(physical(place).file)
		? h("button", {type: "button", class: "place", onclick: () => page.showPlace(place)}, row.lines) : h("span", {class: "place"}, row.lines);
}

function placeTable(page, proof) {
	const rows = [];
	let last = null;
	proof.places.forEach(row => {
		const key = `${row.thread}\n${row.function}`;
		if (key !== last)
			rows.push(h("tr", {class: "proof-function"}, h("th", {colspan: 2, scope: "rowgroup"}, h("code", null, row.function || "?"),
				row.thread !== row.function ? [" in threads of ", h("code", null, row.thread || "?")] : "", row.one_thread ? ", one thread" : ", any number of threads")));
		last = key;
		rows.push(h("tr", {class: "proof-row"}, h("td", null, linesLink(page, row)), h("td", null, factList(row.holds))));
	});
	return h("div", {class: "table-box"}, h("table", {class: "list proof-table"},
		h("thead", null, h("tr", null, ["line", "what holds there"].map(t => h("th", {scope: "col"}, t)))), h("tbody", null, rows)));
}

/* What is known about two threads; what sections and threads that exist once say is not repeated. */
function pairItems(page, proof) {
	const items = proof.sections.map(rows => h("li", null, "At most one thread at a time is at ", rowNames(page, proof, rows), "."));
	const together = (a, b) => proof.sections.some(rows => rows.includes(a) && rows.includes(b)) ||
		proof.places[a].one_thread && proof.places[a].thread === proof.places[b].thread;
	const never = new Map();
	for (const pair of proof.pairs)
		if (pair.never && !together(pair.first, pair.second))
			never.set(pair.first, [...never.get(pair.first) || [], pair.second]);
	for (const [a, others] of never)
		items.push(h("li", null, "No two threads are at ", rowNames(page, proof, [a]), " and ", rowNames(page, proof, others), "."));
	const groups = new Map();
	for (const pair of proof.pairs.filter(p => p.holds.length)) {
		const key = `${pair.first}\n${pair.holds.join("\n")}`;
		if (!groups.has(key))
			groups.set(key, {...pair, others: []});
		groups.get(key).others.push(pair.second);
	}
	for (const group of groups.values())
		items.push(h("li", null, h("b", null, "t1"), " at ", rowNames(page, proof, [group.first]), ", ", h("b", null, "t2"), " at ",
			rowNames(page, proof, group.others), ": ", factList(group.holds)));
	return items;
}

function proofSheet(page, run) {
	const proof = run.proof;
	if (!proof)
		return null;
	const common = [["everywhere", proof.everywhere], ["between any two threads", proof.between]].filter(([, facts]) => facts.length);
	const pairs = pairItems(page, proof);
	return sheet("proof", run.any_threads ? "Why it holds for any number of threads" : "Why it holds",
		h("p", {class: "hint"}, "These facts hold at the start, and no step of any thread breaks them. ",
			`They were checked for ${proof.method || "?"}: ${count(proof.atoms, "candidate")}, ${count(proof.queries, "query", "queries")}.`),
		common.length || proof.counters.length ? h("ul", {class: "gaps"},
			proof.counters.map(c => h("li", null, h("code", null, c.name || ""), ": ", c.meaning || "")),
			common.map(([where, facts]) => h("li", null, h("b", null, where), " ", factList(facts)))) : null,
		placeTable(page, proof),
		pairs.length ? [h("h3", null, "Two threads"), h("ul", {class: "gaps pairs"}, pairs.slice(0, 200)),
			pairs.length > 200 ? h("p", {class: "hint"}, `and ${pairs.length - 200} more`) : null] : null);
}
