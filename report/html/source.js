/* source.js -- the user's files: where every thread is, what each line did. */
const C_WORDS = new Set(("auto break case char const continue default do double else enum extern float for goto if " +
	"inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void " +
	"volatile while _Atomic _Bool _Thread_local _Static_assert bool true false NULL").split(" "));
const C_TOKEN = /(\/\*.*?(?:\*\/|$))|(\/\/.*$)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|([A-Za-z_]\w*)|(\b(?:0[xX][\da-fA-F]+|\d[\d.]*)\w*)|(\s+|.)/g;

/* The parts of a line of C as elements; 'inside': a comment that began on a line before. */
function highlight(text, inside) {
	const parts = [];
	let start = 0;
	if (inside) {
		const end = text.indexOf("*/");
		if (end < 0)
			return {parts: [h("span", {class: "c-comment"}, text)], inside: true};
		parts.push(h("span", {class: "c-comment"}, text.slice(0, end + 2)));
		start = end + 2;
		inside = false;
	}
	const rest = text.slice(start);
	if (!start && /^\s*#/.test(rest)) {
		const open = rest.lastIndexOf("/*");
		return {parts: [h("span", {class: "c-directive"}, rest)], inside: open >= 0 && rest.indexOf("*/", open) < 0};
	}
	for (const m of rest.matchAll(C_TOKEN)) {
		let name = null;
		if (m[1] !== undefined || m[2] !== undefined)
			name = "c-comment";
		else if (m[3] !== undefined)
			name = "c-string";
		else if (m[4] !== undefined)
			name = C_WORDS.has(m[4]) ? "c-word" : null;
		else if (m[5] !== undefined)
			name = "c-number";
		inside = m[1] !== undefined && !m[1].endsWith("*/");
		parts.push(name ? h("span", {class: name}, m[0]) : m[0]);
	}
	return {parts, inside};
}

class Source {
	constructor(element, page) {
		this.page = page;
		this.tabs = h("div", {class: "tabs", role: "tablist", "aria-label": "files"});
		this.body = h("div", {class: "code", role: "region", "aria-label": "source", tabindex: 0});
		element.replaceChildren(this.tabs, this.body);
		this.files = page.files;
		this.lines = new Map();
		this.decorated = [];
		this.tabs.replaceChildren(...this.files.map(file => h("button", {
			class: "tab", role: "tab", type: "button", title: file.name, "data-file": file.name,
			onclick: () => this.open(file.name),
		}, file.name.split("/").pop())));
		this.body.addEventListener("click", e => this.click(e));
		page.tips(this.body, ".line.visited", line => this.describe(Number(line.dataset.line)));
	}

	has(name) {
		return this.files.some(file => file.name === name);
	}

	open(name) {
		if (this.file === name || !this.has(name))
			return;
		this.file = name;
		this.lines.clear();
		this.decorated = [];
		for (const tab of this.tabs.children)
			tab.setAttribute("aria-selected", tab.dataset.file === name ? "true" : "false");
		const file = this.files.find(f => f.name === name), elements = [];
		for (const part of file.parts) {
			if (part.first > 1)
				elements.push(h("div", {class: "left-out"}, `⋯ lines before ${part.first} are left out`));
			let inside = false;
			part.lines.forEach((text, i) => {
				const shown = highlight(text, inside);
				inside = shown.inside;
				elements.push(this.line(part.first + i, shown.parts));
			});
		}
		const last = file.parts[file.parts.length - 1];
		if (last && last.first + last.lines.length - 1 < file.total)
			elements.push(h("div", {class: "left-out"}, `⋯ ${count(file.total - last.first - last.lines.length + 1, "line")} left out`));
		this.body.style.setProperty("--digits", String(file.total || 1).length);
		this.body.replaceChildren(h("div", {class: "code-inner"}, elements));
		this.body.setAttribute("aria-label", "source of " + name);
		this.markLines();
		this.update();
	}

	line(n, parts) {
		const gutter = h("span", {class: "badges"}), note = h("span", {class: "note-at-end"});
		const element = h("div", {class: "line", "data-line": n},
			gutter, h("span", {class: "line-no"}, n), h("span", {class: "text"}, parts), note);
		this.lines.set(n, {element, gutter, note});
		return element;
	}

	show(story, marks) {
		this.story = story;
		this.marks = marks || [];
		this.rowsAt = new Map();
		if (story)
			story.told.forEach((row, k) => {
				if (!row.place)
					return;
				const at = physical(row.place), key = at.file + "\n" + at.line;
				if (!this.rowsAt.has(key))
					this.rowsAt.set(key, []);
				this.rowsAt.get(key).push(k);
			});
		this.markLines();
	}

	rowsOn(line) {
		return this.rowsAt.get(this.file + "\n" + line) || [];
	}

	/* What does not depend on the step: lines that are run, and the places of the violation. */
	markLines() {
		for (const [n, {element}] of this.lines) {
			element.classList.toggle("visited", this.rowsAt ? this.rowsOn(n).length > 0 : false);
			element.classList.remove("bad", "ok", "open", "in-cause");
		}
		for (const mark of this.marks || [])
			if (mark.place && physical(mark.place).file === this.file && this.lines.has(physical(mark.place).line))
				this.lines.get(physical(mark.place).line).element.classList.add(mark.class);
	}

	click(event) {
		const element = event.target.closest(".line");
		if (!element || !this.story)
			return;
		const rows = this.rowsOn(Number(element.dataset.line));
		if (!rows.length)
			return;
		const next = rows.find(k => k > this.page.step);
		this.page.select(next === undefined ? rows[0] : next);
	}

	describe(line) {
		const rows = this.rowsOn(line), shown = rows.slice(0, 8);
		return [
			h("div", {class: "tip-title"}, count(rows.length, "step"), " on this line; a click goes to the next"),
			...shown.map(k => h("div", {class: "tip-row"}, h("span", {class: "chip " + threadClass(this.story.told[k].thread)},
				this.story.name(this.story.told[k].thread)), ` ${k + 1}: ${this.story.told[k].sentence}`)),
			rows.length > shown.length ? h("div", null, `and ${rows.length - shown.length} more`) : null,
		];
	}

	/* The step's own place is shown, whatever file it is in. */
	select(k) {
		const told = this.story.told[k].place, place = told && physical(told);
		if (place && place.file !== this.file && this.has(place.file))
			this.open(place.file);
		this.update();
		if (place && place.file === this.file)
			this.reveal(place.line);
	}

	reveal(n) {
		const line = this.lines.get(n);
		if (!line)
			return;
		const height = this.body.clientHeight, top = line.element.offsetTop, room = Math.min(80, height / 4);
		if (top - room < this.body.scrollTop)
			this.body.scrollTop = Math.max(0, top - room);
		else if (top + 2 * room > this.body.scrollTop + height)
			this.body.scrollTop = top + 2 * room - height;
	}

	/* Where all threads are now. */
	update() {
		for (const line of this.decorated) {
			line.gutter.replaceChildren();
			line.note.replaceChildren();
			line.element.classList.remove("current", "here");
			line.element.className = line.element.className.replace(/\bth\d*\b/g, "").trim();
		}
		this.decorated = [];
		if (!this.story)
			return;
		this.room = clamp(this.story.threads.length, 2, innerWidth < 900 ? 2 : 4);
		this.body.style.setProperty("--badges", this.room);
		const step = this.page.step, running = this.story.told[step];
		this.story.threads.forEach((_, t) => {
			const k = this.story.positionOf(t, step), state = this.story.stateOf(t, step).name;
			if (k !== NONE && state !== "ended" || running.thread === t)
				this.putThread(t, k, step, state);
		});
	}

	/* Returns the line, if it is shown. */
	putBadge(t, told, name, title) {
		const place = told && physical(told), line = place && place.file === this.file && this.lines.get(place.line);
		if (!line)
			return null;
		if (!this.decorated.includes(line))
			this.decorated.push(line);
		line.element.classList.add("here");
		const badge = h("span", {class: `badge ${threadClass(t)} ${name}`, title: `${this.story.label(t)} ${title}`}, this.story.name(t));
		if (line.gutter.childElementCount < this.room) {
			line.gutter.append(badge);
			return line;
		}
		/* No room: count the others, but whoever is active is seen. */
		const last = line.gutter.lastElementChild, more = last.classList.contains("more");
		const hidden = [...(more ? last.dataset.names.split(" ") : [last.textContent]), this.story.name(t)];
		if (name.includes("active"))
			line.gutter.firstElementChild.replaceWith(badge);
		last.replaceWith(h("span", {class: "badge more", title: hidden.join(" "), "data-names": hidden.join(" ")}, `+${hidden.length}`));
		return line;
	}

	putThread(t, k, step, state) {
		const told = this.story.told[k], waits = state === "waits";
		const line = this.putBadge(t, told.place, (k === step ? "active " : "") + (waits ? "waits" : ""), waits ? "waits here" : "is here");
		if (!line)
			return;
		if (k === step) {
			line.element.classList.add("current", "th", "th" + t);
			line.note.append(told.values ? h("span", {class: "inline-note"}, told.values) : "");
		}
	}
}
