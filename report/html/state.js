/* state.js -- what memory holds and who holds which lock, after the selected step. */
const MOST_VARIABLES = 150, MOST_LOCKS = 40;
class State {
	constructor(element, page) {
		this.page = page;
		this.element = element;
	}

	show(story) {
		this.story = story;
		const variables = this.sorted(story.variables);
		this.shared = variables.filter(v => v.shared);
		this.own = variables.filter(v => !v.shared);
	}

	/* Of very many, those that were written last. */
	latest(variables, k) {
		if (variables.length <= MOST_VARIABLES)
			return variables;
		const when = new Map();
		for (const v of variables) {
			const now = this.story.valueAt(v, k);
			when.set(v, now ? now.change.k : -2);
		}
		const border = Array.from(when.values()).sort((a, b) => b - a)[MOST_VARIABLES - 1];
		return variables.filter(v => when.get(v) >= border).slice(-MOST_VARIABLES);
	}

	/* As they appear, but parts of the same object side by side: a[0], a[1], a[2]. */
	sorted(variables) {
		const root = v => `${v.shared ? "" : v.thread + v.function} ${v.name.match(/^[\w<]*/)[0]}`;
		const order = new Map();
		for (const v of variables)
			order.set(root(v), order.get(root(v)) || order.size + 1);
		const natural = new Intl.Collator("en", {numeric: true}).compare;
		return [...variables].sort((a, b) => order.get(root(a)) - order.get(root(b)) || natural(a.name, b.name));
	}

	select(k) {
		const running = this.story.told[k], parts = [];
		if (this.shared.length)
			parts.push(this.table("Shared memory", this.shared, k, "shared"));
		if (this.story.locks.length)
			parts.push(this.locks(k));
		const own = this.alive(this.own.filter(v => this.story.threads.length === 1 || v.thread === running.thread), k);
		if (own.length)
			parts.push(this.table(this.story.threads.length > 1 ? `Variables of ${this.story.name(running.thread)}` : "Variables",
				own, k, "own"));
		if (!parts.length)
			parts.push(h("p", {class: "empty"}, "No variables are written in this counterexample."));
		const command = drawDebugCommand(this.page, k);
		if (command)
			parts.push(command);
		const scroll = this.element.scrollTop;
		this.element.replaceChildren(...parts);
		this.element.scrollTop = scroll;
		const changed = this.element.querySelector("tr.changed");
		if (changed && this.element.scrollHeight > this.element.clientHeight)
			changed.scrollIntoView({block: "nearest"});
	}

	/* Of the variables of the same name in a function, as of each round of a loop, the one written last. */
	alive(variables, k) {
		const latest = new Map();
		for (const v of variables) {
			const now = this.story.valueAt(v, k), name = `${v.thread} ${v.function} ${v.name}`, other = latest.get(name);
			if (now && (!other || now.change.k >= other.k))
				latest.set(name, {v, k: now.change.k});
		}
		return Array.from(latest.values(), entry => entry.v);
	}

	table(title, all, k, name) {
		const variables = this.latest(all, k);
		const functions = name === "own" ? Array.from(new Set(variables.map(v => v.function))) : [];
		const rows = functions.length > 1 ? functions.map(f => [
			h("tr", {class: "scope"}, h("th", {colspan: 3, scope: "rowgroup"}, "in ", h("code", null, f))),
			variables.filter(v => v.function === f).map(v => this.variable(v, k)),
		]) : variables.map(v => this.variable(v, k));
		return h("section", {class: "values " + name},
			h("h2", null, title),
			h("table", null,
				h("thead", {class: "unseen"}, h("tr", null, h("th", {scope: "col"}, "name"), h("th", {scope: "col"}, "value"),
					h("th", {scope: "col"}, "written by"))),
				h("tbody", null, rows)),
			variables.length < all.length ? h("p", {class: "empty"}, `the ${variables.length} written last of ${all.length.toLocaleString("en")}`) : null);
	}

	variable(v, k) {
		const now = this.story.valueAt(v, k), writer = now && now.change.kind !== "initial" && now.change.kind !== "read";
		const changed = now && now.changed;
		if (v.freed && v.freed.k <= k)
			return this.freed(v, now, k);
		return h("tr", {class: changed ? "changed" : now ? "" : "unknown", "data-name": v.name},
			h("th", {scope: "row", title: v.name}, v.name),
			h("td", {class: "value"},
				changed && now.before !== undefined ? [h("span", {class: "before"}, now.before), h("span", {class: "to"}, "→")] : null,
				h("span", {class: "after"}, now ? now.value : "not known yet")),
			h("td", {class: "writer"}, writer && now.change.k >= 0 ? h("button", {
				type: "button", class: "jump " + threadClass(now.change.thread), title: "go to the step that wrote it",
				onclick: () => this.page.select(now.change.k),
			}, now.change.kind === "input" ? "input" : (this.story.threads.length > 1 ? this.story.name(now.change.thread) + ", " : "") + `step ${now.change.k + 1}`) : null));
	}

	/* Memory that is gone: what it held last, and who freed it. */
	freed(v, now, k) {
		const by = this.story.threads.length > 1 ? this.story.name(v.freed.thread) + ", " : "";
		return h("tr", {class: v.freed.k === k ? "freed changed" : "freed", "data-name": v.name},
			h("th", {scope: "row", title: v.name}, v.name),
			h("td", {class: "value"}, now ? h("span", {class: "before"}, now.value) : null, h("span", {class: "gone"}, "freed")),
			h("td", {class: "writer"}, h("button", {
				type: "button", class: "jump " + threadClass(v.freed.thread), title: "go to the step that freed it",
				onclick: () => this.page.select(v.freed.k),
			}, `${by}step ${v.freed.k + 1}`)));
	}

	locks(k) {
		const s = this.story;
		const rows = s.locks.map((lock, ix) => {
			const held = s.threads.flatMap((_, t) => s.heldAt(t, k).filter(hold => hold.lock === ix));
			const waiting = s.threads.flatMap((_, t) => {
				const wait = s.waitAt(t, k);
				return wait && wait.step.lhs === lock.name ? [t] : [];
			});
			const changed = held.some(hold => hold.from === k) || s.holds.some(list => list.some(hold => hold.lock === ix && hold.to === k));
			return {lock, ix, held, waiting, changed};
		});
		const shown = rows.length <= MOST_LOCKS ? rows : rows.filter(row => row.held.length || row.waiting.length || row.changed);
		return h("section", {class: "values locks"},
			h("h2", null, "Locks"),
			h("table", null,
				h("thead", {class: "unseen"}, h("tr", null, h("th", {scope: "col"}, "lock"), h("th", {scope: "col"}, "held by"),
					h("th", {scope: "col"}, "waiting"))),
				h("tbody", null, shown.map(row => this.lock(row)))),
			shown.length < rows.length ? h("p", {class: "empty"}, `${rows.length - shown.length} others are free`) : null);
	}

	lock({lock, ix, held, waiting, changed}) {
		const s = this.story;
		return h("tr", {class: changed ? "changed" : "", "data-lock": lock.name},
			h("th", {scope: "row"}, lockChip(s, ix)),
			h("td", {class: "value"}, held.length ? held.map(hold =>
				h("span", {class: "chip " + threadClass(hold.thread)}, s.name(hold.thread))) : h("span", {class: "free"}, "free")),
			h("td", {class: "writer"}, waiting.length ? ["waiting: ", waiting.map(t =>
				h("span", {class: "chip hollow " + threadClass(t)}, s.name(t)))] : null));
	}
}
