/* conflict.js -- what goes wrong, drawn: who waits for whom, which accesses race, which locks are
 * taken in which order. */
const NODE_W = 132, NODE_H = 46;

function placeText(place) {
	return place ? `${place.file.split("/").pop()}:${place.line}` : "";
}

/* nodes: {title, detail, class}; edges: {from, to, label, detail, class}.  The first 'ring' nodes
 * stand in a circle, the others to the left of it. */
function drawRing(nodes, edges, ring, title) {
	const radius = ring < 3 ? 0 : 50 + 22 * ring, rest = nodes.length - ring, columns = Math.ceil(rest / 4);
	const left = columns * (NODE_W + 96), inner = ring < 3 ? (ring === 2 ? 450 : 220) : 2 * radius + NODE_W + 120;
	const rows = Math.min(rest, 4);
	const width = left + inner, height = Math.max(ring < 3 ? 138 : 1.72 * radius + NODE_H + 40, rows * (NODE_H + 26));
	const centre = {x: left + inner / 2, y: height / 2};
	const at = nodes.map((_, i) => {
		if (i >= ring) {
			const k = i - ring, inColumn = Math.min(4, rest - 4 * Math.floor(k / 4));
			return {x: left - 96 - NODE_W / 2 - Math.floor(k / 4) * (NODE_W + 96) + 8, y: centre.y + (k % 4 - (inColumn - 1) / 2) * (NODE_H + 26)};
		}
		if (ring === 1)
			return centre;
		if (ring === 2)
			return {x: centre.x + (i ? 1 : -1) * (inner / 2 - NODE_W / 2 - 10), y: centre.y};
		const angle = 2 * Math.PI * i / ring - Math.PI / 2;
		return {x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) * 0.86};
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
	let path, label, end, angle;
	if (edge.from === edge.to) {
		const x = a.x, y = a.y - NODE_H / 2;
		path = `M${x - 26} ${y - 2}C${x - 56} ${y - 52} ${x + 56} ${y - 52} ${x + 26} ${y - 5}`;
		label = {x, y: y - 46};
		end = {x: x + 26, y: y - 3};
		angle = 118;
	} else {
		const middle = {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2};
		const out = bulge(a, b, middle, inRing, ring, centre);
		const start = leave(a, out);
		end = leave(b, out);
		path = `M${start.x} ${start.y}Q${out.x} ${out.y} ${end.x} ${end.y}`;
		angle = Math.atan2(end.y - out.y, end.x - out.x) * 180 / Math.PI;
		label = {x: (start.x + 2 * out.x + end.x) / 4, y: (start.y + 2 * out.y + end.y) / 4};
	}
	return svg("g", {class: "edge " + (edge.class || "")},
		svg("path", {class: "edge-line", d: path}),
		svg("path", {class: "edge-head", d: "M-9 -5.5L1 0L-9 5.5z", transform: `translate(${end.x} ${end.y}) rotate(${angle})`}),
		svg("text", {class: "edge-label", x: label.x, y: label.y + (edge.detail ? -7 : 4)}, fit(edge.label, 24)),
		edge.detail ? svg("text", {class: "edge-detail", x: label.x, y: label.y + 15}, fit(edge.detail, 26)) : null,
		svg("title", null, [edge.label, edge.detail].filter(Boolean).join("\n")));
}

/* The control point of the edge: two edges between the same nodes go apart, others bend outwards. */
function bulge(a, b, middle, inRing, ring, centre) {
	if (inRing && ring === 2)
		return {x: middle.x, y: middle.y + (b.x > a.x ? -1 : 1) * 66};
	if (!inRing) /* around whatever stands between them */
		return Math.abs(b.x - a.x) > 300 ? {x: middle.x, y: centre.y + 92} : middle;
	const dx = middle.x - centre.x, dy = middle.y - centre.y, length = Math.hypot(dx, dy) || 1;
	return {x: middle.x + dx / length * 30, y: middle.y + dy / length * 24};
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
	return `waits for ${wait.what}${wait.object ? " " + wait.object.replace(/^&/, "") : ""}`;
}

function drawDeadlock(story) {
	const waits = story.cex.waits, circle = findCircle(waits), nobody = waits.some(w => w.holder === undefined);
	const order = [...circle, ...waits.map(w => w.thread).filter(t => !circle.includes(t))];
	for (const w of waits)
		if (w.holder !== undefined && !order.includes(w.holder))
			order.push(w.holder);
	const nodes = order.map(t => {
		const held = (story.cex.holds || []).filter(hold => hold.thread === t).map(hold => (hold.object || hold.what).replace(/^&/, ""));
		return {title: story.label(t), detail: held.length ? "holds " + held.join(", ") : "holds nothing", class: threadClass(t)};
	});
	if (nobody)
		nodes.push({title: "nobody", detail: "will ever do it", class: "nobody"});
	const edges = waits.map(w => ({
		from: order.indexOf(w.thread), to: w.holder === undefined ? nodes.length - 1 : order.indexOf(w.holder),
		label: waitLabel(w), detail: placeText(w.location),
		class: circle.includes(w.thread) ? "in-circle" : "beside",
	}));
	const ring = circle.length || (nobody ? Math.min(nodes.length, 2) : 1);
	if (!circle.length && nobody && nodes.length > 2)
		return drawRing(nodes, edges, nodes.length, describeDeadlock(story));
	return drawRing(nodes, edges, ring, describeDeadlock(story));
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

/* The row in which an access happens: the last one of its thread, on its line if there is one. */
function rowOfAccess(story, access) {
	const rows = story.rowsOf[access.thread] || [], at = access.location;
	for (let i = rows.length - 1; i >= 0; i--) {
		const place = story.told[rows[i]].place;
		if (at && place && place.file === at.file && place.line === at.line)
			return rows[i];
	}
	return rows.length ? rows[rows.length - 1] : NONE;
}

function drawRace(story, page) {
	const cards = story.cex.accesses.map(access => {
		const k = rowOfAccess(story, access), line = page.lineAt(access.location);
		const stack = (access.stack || []).slice(1);
		return h("button", {
			type: "button", class: "access " + threadClass(access.thread),
			onclick: () => k !== NONE && page.select(k),
		}, h("span", {class: "access-head"},
			h("span", {class: "chip"}, story.label(access.thread)),
			h("b", null, access.write ? "writes" : "reads"), h("code", null, access.place),
			h("span", {class: "where"}, placeText(access.location))),
		line === null ? null : h("span", {class: "access-line"}, h("span", {class: "line-no"}, access.location.line), h("code", null, highlight(line.trim(), false).parts)),
		stack.length ? h("span", {class: "stack"}, "called from ", stack.map(f => `${f.function} ${placeText(f.location)}`).join(", from ")) : null);
	});
	if (cards.length === 2)
		cards.splice(1, 0, h("span", {class: "versus"}, "nothing orders them"));
	return h("div", {class: "accesses"}, cards);
}

/* Fills the section; false: this violation needs no picture. */
function showConflict(section, story, page) {
	const cex = story.cex, parts = [];
	if ((cex.waits || []).length)
		parts.push(h("h2", null, findCircle(cex.waits).length ? "A circle of threads that wait for each other" : "Who waits for what, for ever"),
			h("div", {class: "picture"}, drawDeadlock(story)));
	if ((cex.lock_order || []).length)
		parts.push(h("h2", null, "Locks taken in a circle"), h("div", {class: "picture"}, drawOrder(story)));
	if ((cex.accesses || []).length)
		parts.push(h("h2", null, "Two accesses at the same time"), drawRace(story, page));
	section.replaceChildren(...parts);
	section.hidden = !parts.length;
	return parts.length > 0;
}
