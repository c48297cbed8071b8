/* conflict.js -- what goes wrong, drawn: who waits for whom, which accesses race, which locks are
 * taken in which order, and where memory that is used wrongly comes from. */
function placeText(place) {
	return place ? place.file.split("/").pop() + (place.line ? ":" + place.line : "") : "";
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

function waitLabel(story, wait) {
	if (wait.what === "join")
		return wait.holder === undefined ? "joins" : `joins ${story.name(wait.holder)}`;
	return `${wait.what === "mutex" ? "wants" : "waits for"} ${wait.object ? wait.object.replace(/^&/, "") : wait.what}`;
}

function holdsText(story, t) {
	const held = (story.cex.holds || []).filter(hold => hold.thread === t).map(hold => (hold.object || hold.what).replace(/^&/, ""));
	return "holds " + (held.length ? held.join(", ") : "nothing");
}

/* Threads that nobody waits for, and that wait in the same way at the same place, share a box. */
function groupWaits(story) {
	const waits = story.cex.waits, wanted = new Set(waits.map(w => w.holder)), groups = new Map();
	for (const w of waits) {
		const alone = wanted.has(w.thread), where = w.location ? `${w.location.file}:${w.location.line}` : "";
		const key = alone ? "thread " + w.thread
			: JSON.stringify([w.what, w.object, w.holder, where, story.threads[w.thread].function, holdsText(story, w.thread)]);
		groups.set(key, [...groups.get(key) || [], w]);
	}
	return Array.from(groups.values());
}

function drawDeadlock(story) {
	const groups = groupWaits(story), index = new Map();
	const nodes = groups.map((group, i) => {
		const first = group[0], more = group.length > 1;
		group.forEach(w => index.set(w.thread, i));
		return {
			title: more ? `${group.length} threads: ${group.map(w => story.name(w.thread)).join(", ")}` : story.label(first.thread),
			wants: more ? waitLabel(story, first).replace(/^(\w+)s\b/, "$1") : waitLabel(story, first),
			place: placeText(first.location), holds: holdsText(story, first.thread), class: more ? "" : threadClass(first.thread),
		};
	});
	groups.forEach((group, i) => {
		const holder = group[0].holder;
		if (!index.has(holder))
			index.set(holder, nodes.push(otherNode(story, holder)) - 1);
		nodes[i].next = index.get(holder);
	});
	return drawGraphs(nodes, describeDeadlock(story));
}

/* What a thread waits for that does not wait itself: it has ended, say; or none can do it. */
function otherNode(story, t) {
	if (t === undefined)
		return {title: "nobody", wants: "will ever do it", class: "nobody"};
	return {title: story.label(t), wants: story.stateOf(t, story.last).text, holds: holdsText(story, t), class: threadClass(t)};
}

function describeDeadlock(story) {
	return story.cex.waits.map(w => `${story.label(w.thread)} ${waitLabel(story, w)}` +
		(w.holder === undefined || w.what === "join" ? "" : `, held by ${story.label(w.holder)}`)).join("; ");
}

/* Whoever takes the next lock while holding this one. */
function drawOrder(story) {
	const order = story.cex.lock_order, name = hold => (hold.object || hold.what).replace(/^&/, "");
	return drawGraphs(order.map((o, i) => ({
		title: name(o.held), wants: `${story.name(o.taken.thread)} holds it and takes ${name(o.taken)}`, place: placeText(o.taken.location),
		class: "lock-node", next: (i + 1) % order.length,
	})), "locks that are taken in a circle");
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
		return drawCard(access, [h("span", {class: "chip", title: story.label(access.thread)}, story.label(access.thread)),
			h("b", null, access.write ? "writes" : "reads"), h("code", {title: access.place}, access.place)], page,
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
		drawCard(place, [several && place.thread !== null ? h("span", {class: "chip", title: story.label(place.thread)}, story.label(place.thread)) : null,
			h("span", null, place.text.replace(/ by .*/, ""))], page, () => place.location && page.showPlace(place.location))));
}

const LARGE = 900; /* a picture of that width has the whole page to itself */

/* Fills the section; false: this violation needs no picture. */
function showConflict(section, story, page) {
	const cex = story.cex, parts = [];
	if (cex.history && cex.history.calls.length)
		parts.push(drawHistory(story, page));
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
	section.classList.toggle("large", Array.from(section.querySelectorAll(".wait-graph, .calls")).some(picture => picture.getAttribute("width") > LARGE));
	section.hidden = !parts.length;
	return parts.length > 0;
}
