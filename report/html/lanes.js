/* lanes.js -- the schedule: time goes down, one lane per thread, one row per told step.
 *
 * With room, a step's words stand in the lane of its thread; with many threads or in a narrow window
 * lanes are thin and the words stand beside them.  Only the rows in sight are in the document, so
 * that thousands of steps cost as much as a screen full.
 *
 * Steps that matter less are folded: several of them share a row, which says how many, until it is
 * opened.  An item is what has a row: a step, or such a fold.
 */
const SMALLEST_FOLD = 2; /* one step says no less than its fold would */
const ROW = 34;       /* height of a row */
const GUTTER = 44;    /* for the number of the step */
const BAR = 7;        /* a lock that is held, and the space beside it */
const LETTER = 7.6;   /* width of one, about */
const WIDE_LANE = 100;
const THIN_LANE = 30; /* at most; with many threads less, so that words have room */
const OVERSCAN = 12;

class Lanes {
	constructor(page) {
		this.page = page;
		this.head = h("div", {class: "lane-heads", role: "list", "aria-label": "threads"});
		this.graph = svg("svg", {class: "graph", "aria-hidden": "true"});
		this.rows = h("div", {class: "rows"});
		this.body = h("div", {
			class: "lane-body", role: "listbox", tabindex: 0, "aria-label": "steps",
		}, this.graph, this.rows);
		this.box = h("div", {class: "lane-scroll"}, this.head, this.body);
		this.box.addEventListener("scroll", () => this.later(), {passive: true});
		this.rows.addEventListener("click", e => this.click(e));
		this.rows.addEventListener("pointerover", e => this.hover(e.target.closest(".row")));
		this.rows.addEventListener("pointerleave", () => this.hover(null));
		page.tips(this.rows, ".row", row => this.describe(Number(row.dataset.step)));
		new ResizeObserver(() => this.story && this.layout()).observe(this.box);
	}

	show(story) {
		this.story = story;
		this.selected = story.last;
		this.needs = story.rowsOf.map(rows => this.roomFor(rows));
		this.opened = new Set(); /* first steps of folds that are open */
		this.makeItems();
		this.layout();
	}

	makeItems() {
		const story = this.story;
		this.items = [];
		this.itemOf = [];
		for (let k = 0, to; k <= story.last; k = to + 1) {
			for (to = k; story.folded[k] && to < story.last && story.folded[to + 1]; to++)
				;
			const isFold = story.folded[k] && to - k + 1 >= SMALLEST_FOLD && !this.opened.has(k);
			for (let i = k; i <= to; i++) {
				if (!isFold || i === k)
					this.items.push({from: i, to: isFold ? to : i, isFold});
				this.itemOf[i] = this.items.length - 1;
			}
		}
	}

	/* How many steps are folded now, and how many would be. */
	foldedNow() {
		return this.items.reduce((sum, item) => sum + (item.isFold ? item.to - item.from + 1 : 0), 0);
	}

	foldedAtMost() {
		const opened = this.opened;
		this.opened = new Set();
		this.makeItems();
		const n = this.foldedNow();
		this.opened = opened;
		this.makeItems();
		return n;
	}

	/* Opens the fold that has the step; returns whether it had to. */
	open(k) {
		const item = this.items[this.itemOf[k]];
		if (!item.isFold)
			return false;
		this.opened.add(item.from);
		this.makeItems();
		return true;
	}

	unfoldAll(now) {
		this.opened = new Set(now ? this.items.filter(item => item.isFold).map(item => item.from) : []);
		this.makeItems();
		if (!now && this.items[this.itemOf[this.selected]].isFold)
			this.open(this.selected);
		this.layout();
	}

	/* The step of the next row, or of the n-th from here. */
	after(k, n = 1) {
		for (let i = this.itemOf[k] + 1; i < this.items.length; i++)
			if (!this.items[i].isFold && --n === 0)
				return this.items[i].from;
		return this.story.last;
	}

	before(k, n = 1) {
		for (let i = this.itemOf[k] - 1; i >= 0; i--)
			if (!this.items[i].isFold && --n === 0)
				return this.items[i].from;
		return 0;
	}

	/* The step itself, or the next one that is not folded. */
	nearest(k) {
		const item = this.items[this.itemOf[k]];
		return item.isFold ? Math.min(item.to + 1, this.story.last) : k;
	}

	/* For the words of most of these rows. */
	roomFor(rows) {
		const lengths = rows.map(k => this.story.told[k].sentence.length + 6).sort((a, b) => a - b);
		return clamp((lengths[Math.floor(lengths.length * 0.9)] || 0) * LETTER + 46, 230, 430);
	}

	/* Of everything, as high as it can get. */
	height() {
		return this.head.offsetHeight + this.items.length * ROW + 40;
	}

	click(event) {
		const fold = event.target.closest(".fold");
		if (fold) {
			this.open(Number(fold.dataset.from));
			this.layout();
			this.page.foldsChanged();
			return;
		}
		const row = event.target.closest(".row");
		if (row)
			this.page.select(Number(row.dataset.step));
	}

	/* Marks what happens before the row, and what happens after it. */
	hover(row) {
		if (!this.story.weak || row === this.hovered)
			return;
		this.hovered = row;
		const weak = this.story.weak, k = row ? Number(row.dataset.step) : NONE;
		const before = row ? weak.reach(k, weak.previous) : new Set(), after = row ? weak.reach(k, weak.next) : new Set();
		for (const other of this.rows.children) {
			other.classList.toggle("happens-before", before.has(Number(other.dataset.step)));
			other.classList.toggle("happens-after", after.has(Number(other.dataset.step)));
		}
	}

	later() {
		if (!this.waiting)
			this.waiting = requestAnimationFrame(() => {
				this.waiting = 0;
				this.draw();
			});
	}

	/* Where lanes and words are. */
	layout() {
		const n = this.story.threads.length, width = this.box.clientWidth;
		const lane = Math.min(...this.needs.slice(1).map((need, t) => (width - GUTTER - need) / (t + 1)), 250);
		this.wide = n === 1 || lane >= WIDE_LANE || (width - GUTTER - 230) / (n - 1) >= WIDE_LANE;
		const slots = this.wide ? 0 : this.story.slots.reduce((sum, n) => sum + n, 0);
		this.bar = this.wide ? BAR : clamp((width * 0.2) / (slots || 1), 3, BAR);
		const thin = clamp((width * 0.58 - GUTTER - slots * this.bar) / n, 8, THIN_LANE);
		this.x = [];
		this.left = [];
		let at = GUTTER;
		for (let t = 0; t < n; t++) {
			const bars = this.story.slots[t] * this.bar;
			this.left[t] = at;
			this.x[t] = at + (this.wide ? 13 : Math.min(13, thin / 2)) + bars;
			at += this.wide ? Math.max(lane, WIDE_LANE) : thin + bars;
		}
		this.box.classList.toggle("upright", !this.wide && thin < 26);
		this.end = at;
		this.tight = !this.wide && width - at < 190;
		this.width = Math.max(width, this.tight ? at + 6 : 0);
		this.box.classList.toggle("wide", this.wide);
		this.body.style.height = this.items.length * ROW + 16 + "px";
		this.body.style.width = this.head.style.width = this.width + "px";
		this.drawHeads();
		this.draw();
	}

	drawHeads() {
		this.heads = this.story.threads.map((thread, t) => {
			const width = this.wide ? (t + 1 < this.x.length ? this.left[t + 1] : this.width) - this.left[t] - 6
			                        : (t + 1 < this.x.length ? this.left[t + 1] : this.end) - this.left[t];
			const state = h("span", {class: "lane-state"});
			const locks = h("span", {class: "lane-locks"});
			const element = h("div", {
				class: "lane-head " + threadClass(t), role: "listitem", title: this.story.label(t),
				style: {left: this.left[t] + "px", width: width + "px"},
			}, h("span", {class: "lane-name"}, h("b", null, thread.name),
				this.wide && thread.function && t ? h("span", {class: "lane-function"}, thread.function) : null, this.wide ? locks : null),
			this.wide ? state : null);
			return {element, state, locks};
		});
		this.head.replaceChildren(...this.heads.map(head => head.element));
		this.updateHeads();
	}

	updateHeads() {
		this.heads.forEach((head, t) => {
			const state = this.story.stateOf(t, this.selected);
			head.element.dataset.state = state.name;
			head.state.textContent = state.text;
			head.state.title = state.text;
			head.locks.replaceChildren(...this.story.heldAt(t, this.selected).map(hold => lockChip(this.story, hold.lock)));
		});
	}

	select(k) {
		this.selected = k;
		if (this.open(k)) {
			this.layout();
			this.page.foldsChanged();
		}
		this.updateHeads();
		this.reveal(k);
		this.draw();
	}

	/* Scrolls no more than needed, with some rows of context. */
	reveal(k) {
		const head = this.head.offsetHeight, room = this.box.clientHeight - head;
		const margin = Math.min(3 * ROW, room / 3), top = this.itemOf[k] * ROW;
		if (top - margin < this.box.scrollTop)
			this.box.scrollTop = Math.max(0, top - margin);
		else if (top + ROW + margin > this.box.scrollTop + room)
			this.box.scrollTop = top + ROW + margin - room;
	}

	/* The items in sight, all of them when the page is printed. */
	range() {
		if (this.page.isPrinting)
			return [0, Math.min(this.items.length - 1, 3000)];
		const first = Math.floor(this.box.scrollTop / ROW) - OVERSCAN;
		const last = Math.ceil((this.box.scrollTop + this.box.clientHeight) / ROW) + OVERSCAN;
		return [Math.max(0, first), Math.min(this.items.length - 1, last)];
	}

	draw() {
		const [first, last] = this.range();
		const rows = [];
		for (let i = first; i <= last; i++)
			rows.push(this.items[i].isFold ? this.fold(this.items[i], i) : this.row(this.items[i].from));
		this.rows.replaceChildren(...rows);
		this.body.setAttribute("aria-activedescendant", "step-" + this.selected);
		this.drawGraph(first, last);
	}

	/* Several steps in one row: how many, and whose. */
	fold(item, i) {
		const steps = this.story.told.slice(item.from, item.to + 1), threads = Array.from(new Set(steps.map(told => told.thread)));
		const whose = threads.length > 3 ? count(threads.length, "thread") : threads.map(t => this.story.name(t)).join(", ");
		const words = `${count(steps.length, "step")} of ${whose}`;
		return h("button", {
			type: "button", class: "fold", "data-from": item.from, "aria-label": `show ${words}`, title: `show steps ${item.from + 1} to ${item.to + 1}`,
			style: {top: i * ROW + "px"},
		}, h("span", {class: "fold-words", style: {left: (this.wide ? this.x[threads[0]] + 12 : this.end + 6) + "px"}}, "⋯ ", words));
	}

	row(k) {
		const told = this.story.told[k], t = told.thread;
		const isSwitch = k > 0 && this.story.told[k - 1].thread !== t;
		const classes = ["row", threadClass(t), "kind-" + told.kind];
		if (k === this.selected)
			classes.push("selected");
		if (k > this.selected)
			classes.push("future");
		if (isSwitch)
			classes.push("switch");
		if (told.isError)
			classes.push("error");
		if (told.line.in_loop)
			classes.push("in-loop");
		if (this.story.weak && this.story.weak.isOld(k))
			classes.push("old");
		const marks = this.story.marks.get(k) || [];
		if (marks.length)
			classes.push("in-cause");
		if (marks.some(event => event.isPoint))
			classes.push("no-return");
		return h("div", {
			class: classes.join(" "), role: "option", id: "step-" + k, "data-step": k, "data-thread": t,
			"aria-selected": k === this.selected ? "true" : "false",
			"aria-posinset": k + 1, "aria-setsize": this.story.told.length,
			"aria-label": `${k + 1}, ${this.story.label(t)}: ${told.sentence}${marks.length ? ", in the cause" : ""}`,
			style: {top: this.itemOf[k] * ROW + "px"},
		}, h("span", {class: "number"}, k + 1),
		marks.length ? h("span", {class: "row-marks"}, marks.map(event => h("span", {class: "cause-mark", title: event.text}, event.number))) : null,
		h("span", {class: "words", style: this.wordsAt(t)},
			this.wide ? null : h("span", {class: "chip"}, this.story.name(t)),
			h("span", {class: "said", style: {"padding-left": this.indent(told.line.depth) + "px"}},
				h("span", {class: "what"}, told.text), told.values ? h("span", {class: "effect"}, told.values) : null),
			h("span", {class: "line-number"}, told.place ? ":" + told.place.line : "")),
		marks.some(event => event.isPoint) ? h("span", {class: "no-return-note"}, "from here on, no schedule ends well") : null,
		told.line.in_loop && !(k && this.story.told[k - 1].line.in_loop) ? h("span", {class: "loop-note"}, "from here for ever") : null);
	}

	/* Of nested calls; where words have little room, it must not take what they have. */
	indent(depth) {
		return this.wide ? Math.min(depth, 10) * 12 : Math.min(depth, 4) * 6;
	}

	/* In the lane, beside all lanes, or where neither has room on the wider side of the step. */
	wordsAt(t) {
		if (this.tight && this.x[t] > this.width / 2)
			return {left: "auto", right: this.width - this.x[t] + 12 + "px", "max-width": this.x[t] - GUTTER - 16 + "px"};
		return {left: (this.wide || this.tight ? this.x[t] + 12 : this.end + 6) + "px", right: "6px"};
	}

	y(k) {
		return this.itemOf[k] * ROW + ROW / 2;
	}

	drawGraph(first, last) {
		const one = Math.max(0, first - 1), other = Math.min(this.items.length - 1, last + 1);
		const from = this.items[one].from, to = this.items[other].to;
		const top = one * ROW, bottom = (other + 1) * ROW + (to === this.story.last ? 16 : 0);
		const parts = [];
		this.story.threads.forEach((_, t) => this.drawLife(parts, t, from, to, top, bottom));
		for (let i = Math.max(one, 1); i <= other; i++)
			this.drawMove(parts, this.items[i - 1].to, this.items[i].from, i);
		if (this.story.weak)
			drawRelations(parts, this, this.story.weak, from, to);
		for (let i = one; i <= other; i++)
			if (this.items[i].isFold)
				this.drawFold(parts, this.items[i]);
			else
				this.drawStep(parts, this.items[i].from);
		this.graph.setAttribute("width", this.width);
		this.graph.setAttribute("height", bottom - top);
		this.graph.setAttribute("viewBox", `0 ${top} ${this.width} ${bottom - top}`);
		this.graph.style.top = top + "px";
		this.graph.replaceChildren(...parts);
	}

	line(parts, name, x, y1, y2, title) {
		if (y2 > y1)
			parts.push(svg("line", {class: name, x1: x, x2: x, y1, y2}, title ? svg("title", null, title) : null));
	}

	drawLife(parts, t, from, to, top, bottom) {
		const s = this.story, name = threadClass(t);
		if (s.birth[t] === null || s.birth[t] > to)
			return;
		const death = s.death[t] === null ? bottom : this.y(s.death[t]) + (s.told[s.death[t]].thread === t ? ROW / 2 - 5 : 0);
		const start = this.y(s.birth[t]) + (t ? ROW / 2 - 4 : 0), x = this.x[t];
		this.line(parts, "life " + name, x, Math.max(start, top), Math.min(death, bottom));
		if (s.death[t] !== null && s.death[t] <= to && s.death[t] >= from)
			parts.push(svg("path", {class: "finish " + name, d: `M${x - 6} ${death}H${x + 6}`}));
		for (const hold of s.holds[t])
			if (hold.from <= to && hold.to >= from) {
				const until = hold.to === Infinity ? bottom : this.y(hold.to);
				this.line(parts, (this.bar < 6 ? "hold slim " : "hold ") + lockClass(hold.lock), x - this.bar - 2 - hold.slot * this.bar,
					Math.max(this.y(hold.from) - 6, top), Math.min(until, bottom),
					`${s.name(t)} holds ${s.locks[hold.lock].what || "lock"} ${s.locks[hold.lock].name}`);
			}
		for (const wait of s.waits[t])
			if (wait.from <= to && wait.to >= from) {
				const until = wait.to > s.last ? bottom : this.y(wait.to);
				this.line(parts, "wait", x, Math.max(this.y(wait.from), top), Math.min(until, bottom),
					`${s.name(t)} ${wait.step.text}`);
			}
	}

	/* How it went on from the row before: on the same lane, or over to another one. */
	drawMove(parts, before, k, item) {
		const a = this.story.told[before], b = this.story.told[k];
		const x1 = this.x[a.thread], x2 = this.x[b.thread], y1 = this.y(before), y2 = this.y(k), middle = item * ROW;
		const future = k > this.selected ? " future" : "";
		if (a.thread === b.thread) {
			this.line(parts, `run ${threadClass(b.thread)}${future}`, x1, y1, y2);
			return;
		}
		if (a.line.access !== undefined && b.line.access !== undefined) { /* not one after the other: at the same time */
			parts.push(svg("path", {class: "clash", d: `M${x1} ${y1 + 9}V${middle}H${x2}V${y2 - 9}`}));
			return;
		}
		const r = Math.min(7, Math.abs(x2 - x1) / 2), side = x2 > x1 ? 1 : -1;
		parts.push(svg("path", {
			class: `move ${threadClass(b.thread)}${future}`,
			d: `M${x1} ${y1 + 6}V${middle - r}q0 ${r} ${side * r} ${r}H${x2 - side * r}q${side * r} 0 ${side * r} ${r}V${y2 - 8}`,
		}), svg("path", {
			class: `arrow ${threadClass(b.thread)}${future}`,
			d: `M${x2 - 4.5} ${y2 - 11}L${x2} ${y2 - 4}L${x2 + 4.5} ${y2 - 11}z`,
		}));
	}

	/* Who runs while it is folded. */
	drawFold(parts, item) {
		const steps = this.story.told.slice(item.from, item.to + 1), future = item.from > this.selected ? " future" : "";
		for (const child of steps.flatMap(told => this.created(told)))
			this.drawBirth(parts, this.x[0], this.y(item.from), child, future);
		for (const t of new Set(steps.map(told => told.thread)))
			for (const dy of [-7, 0, 7])
				parts.push(svg("circle", {class: "fold-dot " + threadClass(t) + future, cx: this.x[t], cy: this.y(item.from) + dy, r: 2}));
	}

	drawStep(parts, k) {
		const told = this.story.told[k], t = told.thread, x = this.x[t], y = this.y(k);
		const future = k > this.selected ? " future" : "", name = threadClass(t) + future;
		for (const child of this.created(told))
			this.drawBirth(parts, x, y, child, future);
		if (this.story.marks.has(k))
			parts.push(svg("circle", {class: "cause-ring" + future, cx: x, cy: y, r: 9.5}));
		if (k === this.selected)
			parts.push(svg("circle", {class: "halo " + name, cx: x, cy: y, r: 10}));
		if (told.isError)
			parts.push(svg("path", {class: "burst" + future, d: star(x, y, 9, 4.5)}));
		else if (told.kind === "blocked")
			parts.push(svg("rect", {class: "stop " + name, x: x - 5.5, y: y - 5.5, width: 11, height: 11, rx: 2}));
		else
			parts.push(svg("circle", {class: "dot " + name, cx: x, cy: y, r: k === this.selected ? 6 : 5}));
	}

	/* The threads that the row creates: a loop that creates several is one row. */
	created(told) {
		if (told.kind !== "create")
			return [];
		return this.story.steps.slice(told.line.first, told.line.last + 1)
			.filter(s => s.kind === "create" && s.thread === told.thread && this.x[s.other] !== undefined).map(s => s.other);
	}

	drawBirth(parts, x, y, child, future) {
		const to = this.x[child], level = y + ROW / 2 - 4;
		parts.push(svg("path", {class: `birth ${threadClass(child)}${future}`, d: `M${x} ${y}V${level}H${to}`}));
		parts.push(svg("circle", {class: `born ${threadClass(child)}${future}`, cx: to, cy: level, r: 3.5}));
	}

	/* The details people see when they point at a row. */
	describe(k) {
		const s = this.story, told = s.told[k], place = told.place, step = told.step;
		const facts = [];
		if (place)
			facts.push(["at", `${place.file}:${place.line}${place.column ? ":" + place.column : ""}`]);
		if (step.function)
			facts.push(["in", step.function]);
		if (s.weak)
			facts.push(...s.weak.facts(k));
		for (const event of s.marks.get(k) || [])
			facts.push(["cause", event.text]);
		const held = s.heldAt(told.thread, k).map(hold => s.locks[hold.lock].name);
		if (held.length)
			facts.push(["holds", held.join(", ")]);
		return [
			h("div", {class: "tip-title"}, h("span", {class: "chip " + threadClass(told.thread)}, s.label(told.thread)), ` step ${k + 1}`),
			h("div", {class: "tip-text"}, told.text), told.values ? h("div", {class: "tip-values"}, told.values) : null,
			h("dl", null, facts.map(([name, text]) => [h("dt", null, name), h("dd", null, text)])),
		];
	}
}

function star(x, y, outer, inner) {
	const points = [];
	for (let i = 0; i < 16; i++) {
		const r = i % 2 ? inner : outer, a = Math.PI * i / 8;
		points.push(`${(x + r * Math.sin(a)).toFixed(1)} ${(y - r * Math.cos(a)).toFixed(1)}`);
	}
	return "M" + points.join("L") + "z";
}

function threadClass(t) {
	return "th th" + t;
}

function lockClass(lock) {
	return "lk lk" + lock % 6;
}

function lockChip(story, lock) {
	const l = story.locks[lock];
	return h("span", {class: "lock-chip " + lockClass(lock), title: `${l.what || "lock"} ${l.name}`}, l.name.replace(/^&/, ""));
}
