/* weak.js -- the graph of an execution (--mm tso, pso, c11) over the rows of the schedule: which
 * read finds which write, in which order the writes of a location are, what synchronises, and on
 * demand what happens before what.
 */
const RELATIONS = {
	rf: {key: "reads_from", title: "is read by", help: "a read finds this write"},
	mo: {key: "modification_order", title: "is overwritten by", help: "the next write of the same location"},
	sw: {key: "synchronises_with", title: "synchronises with", help: "a release and the acquire that synchronises with it"},
};

class Weak {
	constructor(story) {
		this.story = story;
		this.graph = story.cex.execution;
		this.rowOf = this.findRows();
		this.edges = Object.entries(RELATIONS).flatMap(([name, relation]) => this.drawn(name, this.graph[relation.key]));
		this.next = this.neighbours(0, 1);
		this.previous = this.neighbours(1, 0);
	}

	/* The row that tells of an event: a step of it names the event, or it is at the same line. */
	findRows() {
		const rows = new Map();
		this.story.told.forEach((told, k) => {
			for (let i = told.line.first; i <= told.line.last; i++) {
				const step = this.story.steps[i];
				if (step.thread === told.thread && step.event !== undefined && !rows.has(step.event))
					rows.set(step.event, k);
			}
		});
		const used = new Set(rows.values());
		for (const event of this.graph.events) {
			const at = event.location;
			if (rows.has(event.index) || event.hidden || !at)
				continue;
			const row = this.story.told.findIndex((told, k) => told.thread === event.thread && told.place &&
				told.place.line === at.line && told.place.file === at.file && (!used.has(k) || event.kind === "library"));
			if (row >= 0) {
				rows.set(event.index, row);
				used.add(row);
			}
		}
		return rows;
	}

	drawn(name, pairs) {
		const seen = new Set();
		return pairs.map(([from, to]) => ({name, from: this.rowOf.get(from), to: this.rowOf.get(to), events: [from, to]}))
			.filter(edge => edge.from !== undefined && edge.to !== undefined && edge.from !== edge.to)
			.filter(edge => name === "sw" || edge.events.every(e => this.graph.events[e].kind !== "library"))
			.filter(edge => {
				const key = `${edge.from} ${edge.to}`;
				return !seen.has(key) && seen.add(key);
			});
	}

	neighbours(from, to) {
		const lists = this.graph.events.map(() => []);
		for (const pair of [...this.graph.program_order, ...this.graph.synchronises_with])
			lists[pair[from]].push(pair[to]);
		return lists;
	}

	eventsOf(k) {
		return this.graph.events.filter(event => this.rowOf.get(event.index) === k);
	}

	/* The rows that the row happens before, or after. */
	reach(k, lists) {
		const work = this.eventsOf(k).map(event => event.index), seen = new Set(work), rows = new Set();
		while (work.length)
			for (const event of lists[work.pop()])
				if (!seen.has(event)) {
					seen.add(event);
					work.push(event);
					if (this.rowOf.has(event))
						rows.add(this.rowOf.get(event));
				}
		rows.delete(k);
		return rows;
	}

	isOld(k) {
		return this.eventsOf(k).some(event => event.newer !== undefined);
	}

	/* What is said about a row's accesses when people point at it. */
	facts(k) {
		const facts = [];
		for (const event of this.eventsOf(k)) {
			if (event.kind !== "library" && event.kind !== "create" && event.kind !== "join")
				facts.push([event.name || "fence", event.order + (event.success_order ? `, since it fails (else ${event.success_order})` : "")]);
			for (const source of event.sources || [])
				if (source !== null && this.rowOf.has(source) && event.kind !== "library")
					facts.push(["from", `step ${this.rowOf.get(source) + 1}`]);
			if (event.newer !== undefined && this.rowOf.has(event.newer))
				facts.push([event.kind === "write" ? "behind" : "older than", `step ${this.rowOf.get(event.newer) + 1}`]);
		}
		return facts;
	}
}

/* Arrows between the rows in sight; in a lane beside it. */
function drawRelations(parts, lanes, weak, from, to) {
	for (const edge of weak.edges) {
		if (Math.max(edge.from, edge.to) < from || Math.min(edge.from, edge.to) > to)
			continue;
		const a = lanes.story.told[edge.from], b = lanes.story.told[edge.to];
		const x1 = lanes.x[a.thread], x2 = lanes.x[b.thread], y1 = lanes.y(edge.from), y2 = lanes.y(edge.to);
		const bend = {rf: 0, mo: -16, sw: 12}[edge.name], side = x1 === x2 ? -22 : 0;
		const middle = {x: (x1 + x2) / 2 + side, y: (y1 + y2) / 2 + bend};
		const angle = Math.atan2(y2 - middle.y, x2 - middle.x) * 180 / Math.PI;
		const title = `step ${edge.from + 1} ${RELATIONS[edge.name].title} step ${edge.to + 1}`;
		parts.push(svg("g", {class: `relation ${edge.name}`, "data-from": edge.from, "data-to": edge.to},
			svg("path", {class: "relation-line", d: `M${x1} ${y1}Q${middle.x} ${middle.y} ${x2} ${y2}`}, svg("title", null, title)),
			svg("path", {class: "relation-head", d: "M-15 -4L-7 0L-15 4z", transform: `translate(${x2} ${y2}) rotate(${angle})`})));
	}
}

/* The reasons, each with a button that goes to its row; and what the arrows mean. */
function drawReasons(story, page) {
	const weak = story.weak, parts = [];
	const go = event => {
		const row = weak.rowOf.get(event), at = weak.graph.events[event];
		if (row !== undefined)
			page.select(row);
		else if (at.location)
			page.showPlace(at.location);
	};
	const card = (event, text, name) => h("button", {type: "button", class: `reason ${name} ${threadClass(weak.graph.events[event].thread)}`, onclick: () => go(event)},
		h("span", {class: "chip"}, story.name(weak.graph.events[event].thread)), h("span", {class: "reason-text"}, text),
		h("span", {class: "where"}, placeText(weak.graph.events[event].location)));
	for (const reason of weak.graph.reasons) {
		parts.push(card(reason.later, reason.claim, "claim-of"));
		parts.push(...reason.sentences.map(s => card(s.event, s.text, "because")));
		if (reason.suggestion)
			parts.push(card(reason.suggestion.event, reason.suggestion.text, "suggestion"));
	}
	return h("div", {class: "reasons"}, parts);
}

function drawLegend() {
	return h("ul", {class: "legend"}, Object.entries(RELATIONS).map(([name, relation]) =>
		h("li", null, h("span", {class: "sample relation-sample " + name}), relation.help)),
	h("li", null, "point at a step: what happens before it and after it is marked"));
}
