/* graph.js -- boxes with at most one arrow each: who waits for whom, which lock is taken after which.
 *
 * What an arrow means is said in the box that it begins at, so that no label is ever in the way of
 * another one.  Each part of the graph that hangs together is a picture: its end, which is a circle of
 * boxes or a single one, and trees of boxes at its sides, whose arrows lead there.
 */
const NODE_W = 208, NODE_H = 60, GAP = 46, ROW_GAP = 12;

const measure = document.createElement("canvas").getContext("2d");

/* As much of the text as there is room for; the whole is in the title of its box. */
function fit(text, width, font) {
	const style = getComputedStyle(document.documentElement);
	measure.font = font.replace(/--\w+/, name => style.getPropertyValue(name).trim());
	if (measure.measureText(text).width <= width)
		return text;
	const letters = Array.from(text);
	let low = 0, high = letters.length;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (measure.measureText(letters.slice(0, middle).join("") + "…").width <= width)
			low = middle;
		else
			high = middle - 1;
	}
	return letters.slice(0, low).join("") + "…";
}

const TITLE_FONT = "650 13.5px --sans", WANTS_FONT = "600 12px --sans", DETAIL_FONT = "11px --mono";

/* nodes: {title, wants, place, holds, class, next}; 'next' is the node that its arrow leads to.
 * Returns the pictures. */
function drawGraphs(nodes, title) {
	const ends = findEnds(nodes);
	return ends.map(end => drawPart(nodes, end, title));
}

/* Circles, and the nodes without an arrow: lists of the indices of nodes. */
function findEnds(nodes) {
	const seen = new Set(), ends = [];
	nodes.forEach((_, i) => {
		const way = [];
		for (; i !== undefined && !seen.has(i); i = nodes[i].next) {
			seen.add(i);
			way.push(i);
		}
		if (i === undefined)
			ends.push(way.slice(-1));
		else if (way.includes(i))
			ends.push(way.slice(way.indexOf(i)));
	});
	return ends;
}

/* Begins with whom somebody outside of the circle waits for: that is its leftmost one. */
function turnCircle(circle, children) {
	const first = Math.max(0, circle.findIndex(i => children(i).length));
	return [...circle.slice(first), ...circle.slice(0, first)];
}

/* The circle goes to the right in the upper row and back in the lower one. */
function placeCircle(at, circle) {
	const n = circle.length, upper = n < 3 ? n : Math.ceil(n / 2), lower = n - upper;
	const step = NODE_W + GAP, y = lower ? (NODE_H + GAP) / 2 : 0;
	circle.forEach((node, i) => {
		const x = i < upper ? i * step : (upper - 1 - (i - upper)) * step - (upper - lower) * step / 2;
		at.set(node, {x, y: i < upper ? -y : y, row: i < upper ? "upper" : "lower"});
	});
	return {left: 0, right: (upper - 1) * step};
}

/* Rows for the trees that lead to the target, on one side of the circle. */
function placeTrees(at, roots, children, side, edge) {
	let rows = 0;
	const place = (node, column) => {
		const inner = children(node).map(child => place(child, column + 1));
		const row = inner.length ? (inner[0] + inner[inner.length - 1]) / 2 : rows++;
		at.set(node, {x: edge + side * (column * (NODE_W + GAP)), row, side});
		return row;
	};
	const placed = roots.map(root => [root, place(root, 1)]);
	for (const p of at.values())
		if (p.side === side)
			p.y = (p.row - (rows - 1) / 2) * (NODE_H + ROW_GAP);
	return placed;
}

function drawPart(nodes, end, title) {
	const isCircle = nodes[end[0]].next !== undefined, at = new Map();
	const children = i => nodes.map((_, k) => k).filter(k => nodes[k].next === i && !end.includes(k));
	const circle = turnCircle(end, children), size = placeCircle(at, circle);
	const isRight = i => at.get(i).x > (size.left + size.right) / 2;
	const upperFirst = (a, b) => at.get(nodes[a].next).y - at.get(nodes[b].next).y || a - b;
	const roots = circle.flatMap(children).sort(upperFirst);
	placeTrees(at, roots.filter(k => !isRight(nodes[k].next)), children, -1, size.left);
	placeTrees(at, roots.filter(k => isRight(nodes[k].next)), children, 1, size.right);
	const all = [...at.values()], loop = circle.length === 1 && isCircle ? 30 : 0, over = roots.some(k => isInside(at, nodes[k].next, size)) ? 24 : 0;
	const box = {
		x: Math.min(...all.map(p => p.x)) - NODE_W / 2 - 4, y: Math.min(...all.map(p => p.y)) - NODE_H / 2 - 4 - Math.max(loop, over),
		right: Math.max(...all.map(p => p.x)) + NODE_W / 2 + 4, bottom: Math.max(...all.map(p => p.y)) + NODE_H / 2 + 4 + over,
	};
	const width = box.right - box.x, height = box.bottom - box.y;
	const picture = svg("svg", {
		class: "wait-graph", viewBox: `${box.x} ${box.y} ${width} ${height}`, width, height, role: "img", "aria-label": title,
		style: {"min-width": Math.round(width * 0.68) + "px"},
	}, svg("title", null, title));
	for (const [i] of at)
		if (nodes[i].next !== undefined)
			picture.append(drawEdge(nodes[i], i, at, circle, size));
	for (const [i, p] of at)
		picture.append(drawNode(nodes[i], i, p));
	return picture;
}

function drawNode(node, i, at) {
	const width = NODE_W - 20, left = -NODE_W / 2 + 10, right = NODE_W / 2 - 10;
	const place = node.place ? fit(node.place, node.holds ? width * 0.55 : width, DETAIL_FONT) : "";
	const room = width - (place ? 8 : 0) - measure.measureText(place).width;
	return svg("g", {class: "node " + (node.class || ""), transform: `translate(${at.x} ${at.y})`, "data-node": i},
		svg("rect", {x: -NODE_W / 2, y: -NODE_H / 2, width: NODE_W, height: NODE_H, rx: 9}),
		svg("text", {class: "node-title", x: left, y: -11}, fit(node.title, width, TITLE_FONT)),
		node.wants ? svg("text", {class: "node-wants", x: left, y: 6}, fit(node.wants, width, WANTS_FONT)) : null,
		place ? svg("text", {class: "node-detail", x: left, y: 22}, place) : null,
		node.holds ? svg("text", {class: "node-detail", x: place ? right : left, y: 22, "text-anchor": place ? "end" : "start"}, fit(node.holds, room, DETAIL_FONT)) : null,
		svg("title", null, [node.title, node.wants, node.place, node.holds].filter(Boolean).join("\n")));
}

/* Others of the circle are on both sides of it. */
function isInside(at, i, size) {
	return at.get(i).side === undefined && at.get(i).x > size.left + 1 && at.get(i).x < size.right - 1;
}

function drawEdge(node, i, at, circle, size) {
	const a = at.get(i), b = at.get(node.next), inCircle = circle.includes(i);
	const [path, end, angle] = !inCircle ? treeEdge(a, b, isInside(at, node.next, size)) : node.next === i ? loopEdge(a) :
		circle.length === 2 ? pairEdge(a, b) : circleEdge(a, b);
	return svg("g", {class: "edge " + (inCircle ? "in-circle" : "beside"), "data-from": i, "data-to": node.next},
		svg("path", {class: "edge-line", d: path}),
		svg("path", {class: "edge-head", d: "M-9 -5.5L1 0L-9 5.5z", transform: `translate(${end.x} ${end.y}) rotate(${angle})`}),
		svg("title", null, [node.title, node.wants].filter(Boolean).join(" ")));
}

function treeEdge(a, b, isInside) {
	const side = a.side, x1 = a.x - side * (NODE_W / 2 + 2);
	if (isInside) { /* past the others of its row */
		const up = b.row === "lower" ? 1 : -1, y = b.y + up * (NODE_H / 2 + 16), x = x1 - side * GAP / 2;
		return [`M${x1} ${a.y}H${x}V${y}H${b.x}V${b.y + up * (NODE_H / 2 + 4)}`, {x: b.x, y: b.y + up * (NODE_H / 2 + 3)}, -90 * up];
	}
	const x2 = b.x + side * (NODE_W / 2 + 3), middle = (x1 + x2) / 2, back = x2 + side * 5;
	return [`M${x1} ${a.y}C${middle} ${a.y} ${middle} ${b.y} ${back} ${b.y}`, {x: x2, y: b.y}, side < 0 ? 0 : 180];
}

function loopEdge(a) {
	const y = a.y - NODE_H / 2;
	return [`M${a.x - 26} ${y - 2}C${a.x - 56} ${y - 36} ${a.x + 56} ${y - 36} ${a.x + 26} ${y - 5}`, {x: a.x + 26, y: y - 3}, 118];
}

function pairEdge(a, b) {
	const side = b.x > a.x ? 1 : -1, y = a.y - side * 11, x2 = b.x - side * (NODE_W / 2 + 3);
	return [`M${a.x + side * (NODE_W / 2 + 2)} ${y}H${x2 - side * 5}`, {x: x2, y}, side > 0 ? 0 : 180];
}

function circleEdge(a, b) {
	if (a.row === b.row) {
		const side = b.x > a.x ? 1 : -1, x2 = b.x - side * (NODE_W / 2 + 3);
		return [`M${a.x + side * (NODE_W / 2 + 2)} ${a.y}H${x2 - side * 5}`, {x: x2, y: b.y}, side > 0 ? 0 : 180];
	}
	const down = b.y > a.y ? 1 : -1, y1 = a.y + down * (NODE_H / 2 + 2), y2 = b.y - down * (NODE_H / 2 + 3), middle = (y1 + y2) / 2;
	return [`M${a.x} ${y1}C${a.x} ${middle} ${b.x} ${middle} ${b.x} ${y2 - down * 5}`, {x: b.x, y: y2}, 90 * down];
}
