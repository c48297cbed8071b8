/* conflict.js -- what goes wrong, drawn: who waits for whom, which accesses race, which locks are
 * taken in which order, and where memory that is used wrongly comes from. */
const NODE_W = 132, NODE_H = 46, GAP = 150;

function placeText(place) {
	return place ? place.file.split("/").pop() + (place.line ? ":" + place.line : "") : "";
}

/* nodes: {title, detail, class, column}; edges: {from, to, label, detail, class}.  The first 'ring'
 * nodes stand in a circle, those of column 1 left of it, and so on. */
function drawRing(nodes, edges, ring, title) {
	const rx = ring < 2 ? 0 : ring === 2 ? 165 : 120 + 26 * ring, ry = ring < 3 ? 0 : 26 + 17 * ring;
	const columns = Math.max(0, ...nodes.slice(ring).map(n => n.column));
	const tallest = Math.max(0, ...Array.from({length: columns}, (_, c) => nodes.filter(n => n.column === c + 1).length));
	const left = columns * (NODE_W + GAP), loops = edges.some(edge => edge.from === edge.to), up = loops ? 24 : 0;
	const leftmost = ring < 2 ? NODE_W / 2 : rx + NODE_W / 2;
	const side = ring > 2 ? 106 : 0; /* for labels beside the circle */
	const width = left + leftmost + (ring < 2 ? NODE_W / 2 : ring === 3 ? rx / 2 + NODE_W / 2 : rx + NODE_W / 2) + side + 8;
	const height = Math.max(2 * ry + NODE_H + (ring > 3 ? 62 : ring > 2 ? 30 : ring > 1 ? 92 : loops ? 60 : 16), tallest * (NODE_H + 18), 70);
	const centre = {x: left + leftmost + 4, y: height / 2 + up};
	const rows = new Map();
	const at = nodes.map((node, i) => {
		if (i < ring) { /* the first one leftmost, where others point at it */
			const angle = Math.PI + 2 * Math.PI * i / ring;
			return {x: centre.x + rx * Math.cos(angle), y: centre.y + ry * Math.sin(angle)};
		}
		const k = rows.get(node.column) || 0, n = nodes.filter(m => m.column === node.column).length;
		rows.set(node.column, k + 1);
		return {x: left - (node.column - 1) * (NODE_W + GAP) - GAP - NODE_W / 2 + 4, y: centre.y + (k - (n - 1) / 2) * (NODE_H + 18)};
	});
	const picture = svg("svg", {class: "ring", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": title});
	picture.append(svg("title", null, title));
	for (const edge of edges)
		picture.append(drawEdge(edge, at, ring, centre));
	nodes.forEach((node, i) => picture.append(drawNode(node, at[i])));
	return picture;
}

function drawNode(node, at) {
	return svg("g", {class: "node " + (node.class || ""), transform: `translate(${at.x} ${at.y})`},
		svg("rect", {x: -NODE_W / 2, y: -NODE_H / 2, width: NODE_W, height: NODE_H, rx: 9}),
		svg("text", {class: "node-title", y: node.detail ? -4 : 5}, fit(node.title, 17)),
		node.detail ? svg("text", {class: "node-detail", y: 13}, fit(node.detail, 20)) : null,
		svg("title", null, [node.title, node.detail].filter(Boolean).join("\n")));
}

function fit(text, n) {
	return text.length > n ? text.slice(0, n - 1) + "…" : text;
}

/* Where the way from a to b leaves the box of a. */
function leave(a, b) {
	const dx = b.x - a.x, dy = b.y - a.y;
	const scale = Math.min((NODE_W / 2 + 4) / Math.max(Math.abs(dx), 0.01), (NODE_H / 2 + 4) / Math.max(Math.abs(dy), 0.01));
	return {x: a.x + dx * scale, y: a.y + dy * scale};
}

function drawEdge(edge, at, ring, centre) {
	const a = at[edge.from], b = at[edge.to], inRing = edge.from < ring && edge.to < ring;
	let path, end, angle, label;
	if (edge.from === edge.to) {
		const x = a.x, y = a.y - NODE_H / 2;
		path = `M${x - 26} ${y - 2}C${x - 56} ${y - 44} ${x + 56} ${y - 44} ${x + 26} ${y - 5}`;
		end = {x: x + 26, y: y - 3};
		angle = 118;
		label = {x, y: y - 34, side: "above"};
	} else {
		const middle = {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2}, out = bulge(a, b, middle, inRing, ring, centre);
		const start = leave(a, out);
		end = leave(b, out);
		path = `M${start.x} ${start.y}Q${out.x} ${out.y} ${end.x} ${end.y}`;
		angle = Math.atan2(end.y - out.y, end.x - out.x) * 180 / Math.PI;
		label = {x: (start.x + 2 * out.x + end.x) / 4, y: (start.y + 2 * out.y + end.y) / 4, side: sideOf(out, inRing, ring, centre)};
	}
	return svg("g", {class: "edge " + (edge.class || "")},
		svg("path", {class: "edge-line", d: path}),
		svg("path", {class: "edge-head", d: "M-9 -5.5L1 0L-9 5.5z", transform: `translate(${end.x} ${end.y}) rotate(${angle})`}),
		drawLabel(edge, label), svg("title", null, [edge.label, edge.detail].filter(Boolean).join("\n")));
}

/* On which side of an edge its words stand: outside of the circle. */
function sideOf(out, inRing, ring, centre) {
	if (!inRing)
		return "around";
	const dx = out.x - centre.x, dy = out.y - centre.y;
	if (ring > 2 && Math.abs(dy) < 0.35 * Math.abs(dx))
		return dx > 0 ? "right" : "left";
	return dy < 0 ? "above" : "below";
}

function drawLabel(edge, at) {
	const offset = {above: [0, -19, -6, "middle"], below: [0, 15, 28, "middle"], around: [0, -7, 15, "middle"],
		right: [9, -2, 11, "start"], left: [-9, -2, 11, "end"]}[at.side];
	return [
		svg("text", {class: "edge-label", x: at.x + offset[0], y: at.y + offset[1], "text-anchor": offset[3]}, fit(edge.label, 23)),
		edge.detail ? svg("text", {class: "edge-detail", x: at.x + offset[0], y: at.y + offset[2], "text-anchor": offset[3]}, fit(edge.detail, 22)) : null,
	];
}

/* The control point of the edge: two edges between the same nodes go apart, others bend outwards. */
function bulge(a, b, middle, inRing, ring, centre) {
	if (!inRing)
		return middle;
	if (ring === 2)
		return {x: middle.x, y: middle.y + (b.x > a.x ? -1 : 1) * 52};
	const dx = middle.x - centre.x, dy = middle.y - centre.y, length = Math.hypot(dx, dy) || 1;
	return {x: middle.x + dx / length * 22, y: middle.y + dy / length * 16};
}

/* The threads of the circle in its order, then the others that wait. */
function findCircle(waits) {
	const next = new Map(waits.map(w => [w.thread, w.holder]));
	for (const w of waits) {
		const seen = [];
		let t = w.thread;
		while (t !== undefined && next.has(t) && !seen.includes(t)) {
			seen.push(t);
			t = next.get(t);
		}
		if (t !== undefined && seen.includes(t))
			return seen.slice(seen.indexOf(t));
	}
	return [];
}

function waitLabel(wait) {
	if (wait.what === "join")
		return "joins";
	return `${wait.what === "mutex" ? "wants" : "waits for"} ${wait.object ? wait.object.replace(/^&/, "") : wait.what}`;
}

const MOST_WAITING = 4; /* drawn one by one in a column */

function drawDeadlock(story) {
	const waits = story.cex.waits, circle = findCircle(waits);
	/* Begin the circle with whom somebody outside waits for. */
	const first = waits.find(w => !circle.includes(w.thread) && circle.includes(w.holder));
	const start = first ? circle.indexOf(first.holder) : 0;
	const ring = [...circle.slice(start), ...circle.slice(0, start)];
	const nodes = ring.map(t => threadNode(story, t)), place = new Map(ring.map((t, i) => [t, i]));
	const edges = [];
	if (!ring.length) {
		nodes.push({title: "nobody", detail: "will ever do it", class: "nobody"});
		place.set(undefined, 0);
	}
	placeOthers(story, nodes, place);
	for (const w of waits) {
		const to = place.has(w.holder) ? place.get(w.holder) : 0;
		if (!nodes[place.get(w.thread)].isCrowd)
			edges.push({from: place.get(w.thread), to, label: waitLabel(w), detail: placeText(w.location),
				class: circle.includes(w.thread) ? "in-circle" : "beside"});
	}
	nodes.forEach((node, i) => node.isCrowd && edges.push({from: i, to: node.to, label: "wait, too", class: "beside"}));
	return drawRing(nodes, edges, ring.length || 1, describeDeadlock(story));
}

function threadNode(story, t) {
	const held = (story.cex.holds || []).filter(hold => hold.thread === t).map(hold => (hold.object || hold.what).replace(/^&/, ""));
	return {title: story.label(t), detail: held.length ? "holds " + held.join(", ") : "holds nothing", class: threadClass(t)};
}

/* Those who wait for somebody of the circle stand left of it, who waits for these left of them;
 * a crowd becomes one node. */
function placeOthers(story, nodes, place) {
	let left = story.cex.waits.filter(w => !place.has(w.thread));
	for (let column = 1; left.length; column++) {
		let now = left.filter(w => w.holder === undefined ? column === 1 : place.has(w.holder));
		if (!now.length)
			now = left; /* somebody who waits for a thread that could go on */
		now.slice(0, MOST_WAITING).forEach(w => place.set(w.thread, nodes.push({...threadNode(story, w.thread), column}) - 1));
		const crowd = now.slice(MOST_WAITING);
		if (crowd.length) {
			const node = {title: `${crowd.length} more`, detail: crowd.map(w => story.name(w.thread)).join(" "), class: "", column, isCrowd: true,
				to: place.has(crowd[0].holder) ? place.get(crowd[0].holder) : 0};
			const at = nodes.push(node) - 1;
			crowd.forEach(w => place.set(w.thread, at));
		}
		left = left.filter(w => !now.includes(w));
	}
}

function describeDeadlock(story) {
	return story.cex.waits.map(w => `${story.label(w.thread)} ${waitLabel(w)}` +
		(w.holder === undefined ? "" : w.what === "join" ? ` (${story.label(w.holder)})` : `, held by ${story.label(w.holder)}`)).join("; ");
}

/* Whoever takes the next lock while holding this one. */
function drawOrder(story) {
	const order = story.cex.lock_order;
	const nodes = order.map(o => ({title: o.held.object || o.held.what, detail: o.held.what, class: "lock-node"}));
	const edges = order.map((o, i) => ({
		from: i, to: (i + 1) % order.length,
		label: `${story.name(o.taken.thread)} takes it next`, detail: placeText(o.taken.location), class: "in-circle",
	}));
	return drawRing(nodes, edges, nodes.length, "locks that are taken in a circle");
}

/* A position with its source line and the calls around it; a click goes there. */
function drawCard(at, head, page, onclick) {
	const line = page.lineAt(at.location), stack = (at.stack || []).slice(1);
	return h("button", {type: "button", class: "access " + (at.thread === null ? "" : threadClass(at.thread)), onclick},
		h("span", {class: "access-head"}, head, h("span", {class: "where"}, placeText(at.location))),
		line === null ? null : h("span", {class: "access-line"}, h("span", {class: "line-no"}, at.location.line), h("code", null, highlight(line.trim(), false).parts)),
		stack.length ? h("span", {class: "stack"}, "called from ", stack.map(f => `${f.function} ${placeText(f.location)}`).join(", from ")) : null);
}

function drawRace(story, page) {
	const cards = story.cex.accesses.map((access, i) => {
		const k = story.told.findIndex(row => row.line.access === i);
		return drawCard(access, [h("span", {class: "chip"}, story.label(access.thread)),
			h("b", null, access.write ? "writes" : "reads"), h("code", null, access.place)], page,
		() => k === NONE ? access.location && page.showPlace(access.location) : page.select(k));
	});
	if (cards.length === 2)
		cards.splice(1, 0, h("span", {class: "versus"}, "nothing orders them"));
	return h("div", {class: "accesses"}, cards);
}

/* What functions without body and model do: with something else the violation disappears. */
function drawGuesses(story, page) {
	return h("div", {class: "accesses"}, story.cex.depends_on.map(guess =>
		drawCard(guess, [h("span", {class: "warn"}, "guess"), h("span", null, guess.text)],
			page, () => guess.location && page.showPlace(guess.location))));
}

/* In the order of time: the first is the allocation. */
function drawPlaces(story, page) {
	const several = story.cex.threads.length > 1, isFirst = place => place.what === "allocated" || place.what === "declared";
	const isLeak = story.cex.places.some(place => place.what === "allocated") && !story.cex.places.some(place => place.what === "freed");
	const places = isLeak ? story.cex.places : story.cex.places.slice().sort((a, b) => isFirst(b) - isFirst(a));
	return h("div", {class: "accesses"}, places.map(place =>
		drawCard(place, [several && place.thread !== null ? h("span", {class: "chip"}, story.label(place.thread)) : null,
			h("span", null, place.text.replace(/ by .*/, ""))], page, () => place.location && page.showPlace(place.location))));
}

/* Fills the section; false: this violation needs no picture. */
function showConflict(section, story, page) {
	const cex = story.cex, parts = [];
	const circle = findCircle(cex.waits || []).length;
	if ((cex.waits || []).length)
		parts.push(h("h2", null, circle > 1 ? "A circle of threads that wait for each other" : circle ? "A thread that waits for itself" : "Who waits for what, for ever"),
			h("div", {class: "picture"}, drawDeadlock(story)));
	if ((cex.lock_order || []).length)
		parts.push(h("h2", null, "Locks taken in a circle"), h("div", {class: "picture"}, drawOrder(story)));
	if ((cex.accesses || []).length)
		parts.push(h("h2", null, story.weak ? "Two accesses that nothing orders" : "Two accesses at the same time"), drawRace(story, page));
	if (story.weak)
		parts.push(story.weak.graph.reasons.length ? [h("h2", null, "Why the memory model allows it"), drawReasons(story, page)] : [], drawLegend());
	if ((cex.depends_on || []).length)
		parts.push(h("h2", null, "What it depends on"), drawGuesses(story, page));
	if ((cex.places || []).length)
		parts.push(h("h2", null, "Where the memory comes from"), drawPlaces(story, page));
	put(section, parts);
	section.hidden = !parts.length;
	return parts.length > 0;
}
