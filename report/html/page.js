/* page.js -- the page as a whole: what is selected, and everybody who wants to know. */
const VERDICTS = {
	unsafe: {class: "bad", sign: "✗"},
	safe: {class: "ok", sign: "✓"},
	unknown: {class: "open", sign: "?"},
	error: {class: "open", sign: "!"},
};

const ICONS = {
	first: "M3 3h2v10H3zM13 3v10L6 8z",
	"previous-switch": "M8 3v10L2 8zM14 3v10L8 8z",
	previous: "M11 3v10L4 8z",
	play: "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zM6.5 5v6l5-3z",
	next: "M5 3v10l7-5z",
	"next-switch": "M2 3v10l6-5zM8 3v10l6-5z",
	last: "M11 3h2v10h-2zM3 3v10l7-5z",
};

const KEY_HELP = [
	[["→", "↓", "j"], "next step"],
	[["←", "↑", "k"], "previous step"],
	[["Shift →", "n"], "next context switch"],
	[["Shift ←", "p"], "previous context switch"],
	[["PgDn", "PgUp"], "ten steps forward, ten back"],
	[["Home", "End"], "first step, last step"],
	[["Space"], "play, or stop playing"],
	[["t"], "light or dark"],
	[["?"], "this help"],
];

class Page {
	constructor(text) {
		const data = JSON.parse(text);
		this.document = data.document;
		this.files = data.files.filter(file => file.parts.length);
		findPlaces(data.document.runs, this.files);
		this.runs = readDocument(data.document);
		this.isPrinting = false;
		this.step = 0;
		this.tip = byId("tip");
		this.setTheme();
		this.colourThreads();
		this.source = new Source(byId("source"), this);
		this.lanes = new Lanes(this);
		this.state = new State(byId("state"), this);
		this.makeTransport();
		this.makeHelp();
		this.listen();
		this.followLink();
	}

	/* The link says what is shown: #run=1&property=ID&step=7, all optional, counted from 1. */
	followLink() {
		const link = new URLSearchParams(location.hash.slice(1));
		const run = this.runs[Number(link.get("run")) - 1] || this.runs.find(r => r.verdict === "unsafe") || this.runs[0];
		const named = run && run.properties.find(p => p.story && p.id === link.get("property"));
		const step = Number(link.get("step"));
		this.showProperty(run, named || this.storyOf(run), Number.isInteger(step) && step > 0 ? step - 1 : undefined);
	}

	/* The property whose counterexample stands for the run; null: there is none. */
	storyOf(run) {
		return run.properties.find(p => p.story && p.id === run.violated) || run.properties.find(p => p.story) || null;
	}

	showRun(run) {
		this.showProperty(run, this.storyOf(run));
		scrollTo(0, 0);
	}

	writeLink() {
		const link = new URLSearchParams();
		if (this.runs.length > 1)
			link.set("run", this.runs.indexOf(this.run) + 1);
		const withStory = this.run.properties.filter(p => p.story);
		if (withStory.length > 1 && this.property)
			link.set("property", this.property.id);
		if (this.story)
			link.set("step", this.step + 1);
		const hash = "#" + link.toString();
		if (hash === location.hash)
			return;
		clearTimeout(this.linking); /* browsers limit how often a page may do this */
		this.linking = setTimeout(() => history.replaceState(null, "", hash), 60);
	}

	showProperty(run, property, step) {
		this.run = run;
		this.property = property;
		this.story = property ? property.story : null;
		document.body.classList.toggle("no-story", !this.story);
		this.makeBanner();
		this.showSource();
		byId("side").hidden = false;
		this.showFixes();
		if (this.story) {
			showConflict(byId("why"), this.story, this);
			put(byId("lanes"), this.lanes.box);
			this.lanes.show(this.story);
			this.foldsChanged();
			this.state.show(this.story);
			this.makeOverview();
			this.select(step === undefined ? this.story.last : clamp(step, 0, this.story.last));
		} else
			this.showWithoutStory();
		this.makeSheets();
		this.fitHeight();
		if (this.story)
			this.select(this.step); /* in sight, now that the heights are known */
		else
			this.revealFirst();
		this.writeLink();
	}

	/* The patch stands beside the trace. */
	showFixes() {
		const fixes = drawFixes(this.run, this.property);
		put(byId("fixes"), fixes.length ? h("h2", null, fixes.length > 1 ? `${fixes.length} changes that were proved` : "A change that was proved") : null, fixes);
		byId("fixes").hidden = !fixes.length;
	}

	/* What is short leaves room for what comes below. */
	fitHeight() {
		const lines = Math.max(0, ...this.files.map(f => f.parts.reduce((sum, part) => sum + part.lines.length, 0)));
		const side = lines * 20 + 60 + (this.story ? byId("state").offsetHeight : 0);
		const left = this.story ? this.lanes.height() : 100000;
		const panes = byId("panes");
		panes.style.setProperty("--rows", left + "px");
		panes.style.setProperty("--need", Math.max(left, side, 440) + "px");
		panes.style.setProperty("--above", panes.getBoundingClientRect().top + scrollY + 14 + "px");
	}

	/* Without a counterexample the properties stand where the schedule would. */
	showWithoutStory() {
		byId("why").hidden = true;
		put(byId("lanes"), unfinishedSheet(this.run), needsSheet(this, this.run), proofSheet(this, this.run), propertiesSheet(this, this.run), uncheckedSheet(this, this.run), runSheet(this, this.run));
		byId("side").hidden = !this.files.length;
	}

	revealFirst() {
		const first = this.run.properties.map(p => p.location && physical(p.location)).find(place => place && place.file === this.source.file);
		if (first)
			this.source.reveal(first.line);
	}

	showSource() {
		const marks = [];
		if (this.story) {
			marks.push({place: this.property.location, class: "bad"});
			for (const access of this.story.cex.accesses || [])
				marks.push({place: access.location, class: "bad"});
			for (const wait of (this.story.cex.waits || []).filter(w => w.what !== "join"))
				marks.push({place: wait.location, class: "bad"});
			for (const event of this.story.events)
				marks.push({place: event.location, class: "in-cause"});
		} else
			for (const p of this.run.properties)
				marks.push({place: p.location, class: (STATUS[p.status] || STATUS.unknown).class});
		for (const need of this.run.needs && !this.story ? this.run.needs.elements : [])
			if (need.outcome === "needed")
				need.places.forEach(place => marks.push({place: place.location, class: "in-cause"}));
		this.source.show(this.story, marks);
		const place = this.property && this.property.location && physical(this.property.location);
		const first = place && this.source.has(place.file) ? place.file : this.files.length ? this.files[0].name : null;
		if (first)
			this.source.open(first);
	}

	lineAt(told) {
		const place = told && physical(told), file = place && this.files.find(f => f.name === place.file);
		const part = file && file.parts.find(p => p.first <= place.line && place.line < p.first + p.lines.length);
		return part ? part.lines[place.line - part.first] : null;
	}

	showPlace(told) {
		const place = physical(told);
		this.source.open(place.file);
		this.source.reveal(place.line);
		const line = this.source.lines.get(place.line);
		if (!line)
			return;
		byId("source").scrollIntoView({block: "nearest"});
		line.element.classList.remove("flash");
		void line.element.offsetWidth; /* so that the flash begins anew */
		line.element.classList.add("flash");
	}

	select(k) {
		if (!this.story || !this.story.told.length)
			return;
		this.step = clamp(k, 0, this.story.last);
		this.hideTip();
		this.lanes.select(this.step);
		this.state.select(this.step); /* before the source: it decides how much room that has */
		this.source.select(this.step);
		this.updateTransport();
		this.writeLink();
		const told = this.story.told[this.step];
		byId("live").textContent = `Step ${this.step + 1} of ${this.story.told.length}. ${this.story.label(told.thread)}: ${told.sentence}` +
			(told.place ? `, ${told.place.file} line ${told.place.line}` : "");
	}

	makeBanner() {
		const run = this.run, verdict = VERDICTS[run.verdict] || VERDICTS.unknown, p = this.property;
		byId("front").className = "front " + verdict.class;
		put(byId("top"),
			h("span", {class: "brand"}, "cbmc-mt"), h("span", {class: "files", title: run.files.join(" ")}, run.files.join(" ")),
			this.makePicker(),
			h("span", {class: "tools"},
				h("button", {type: "button", class: "tool", id: "theme", onclick: () => this.toggleTheme(), title: "light or dark (t)"}, h("span", {"aria-hidden": "true"}, "◐"), h("span", {class: "unseen"}, "light or dark")),
				h("button", {type: "button", class: "tool", id: "show-help", onclick: () => byId("help").showModal(), title: "keys (?)"}, h("span", {"aria-hidden": "true"}, "?"), h("span", {class: "unseen"}, "keys"))));
		put(byId("banner"),
			h("h1", {class: "verdict"}, h("span", {class: "sign", "aria-hidden": "true"}, verdict.sign), run.verdict_line),
			p ? h("p", {class: "claim"}, h("span", {class: "claim-text"}, p.text, this.story && this.story.cex.summary ? ": " + this.story.cex.summary : ""), h("span", {class: "class", title: p.class}, className(p)), placeLink(this, p.location),
				p.function ? h("span", {class: "in"}, "in ", h("code", null, p.function)) : null) : null,
			p ? drawCause(p, this) : null, drawTried(run), p ? drawConfirmation(p) : null,
			run.error ? h("p", {class: "claim"}, run.error.text, " ", placeLink(this, run.error.location)) : null,
			this.makeFacts());
	}

	makeFacts() {
		const run = this.run, s = this.story, facts = [];
		if (s) {
			const inputs = s.steps.filter(step => step.kind === "input");
			if (s.threads.length > 1)
				facts.push(count(s.threads.length, "thread"), this.switchFact());
			facts.push(count(s.told.length, "step"), this.foldFact());
			facts.push(inputs.length ? h("a", {href: "#inputs", onclick: e => this.jump(e, "inputs")}, inputs.length > 3 ? count(inputs.length, "input")
				: inputs.map(i => `${i.lhs} = ${i.value}`).join(", ")) : "no inputs");
		} else {
			const own = run.properties.filter(p => !p.in_model);
			if (own.length)
				facts.push(count(own.length, "property", "properties"));
			if (run.verdict === "safe")
				facts.push(...this.qualifierFacts(run));
		}
		for (const gap of run.gaps.filter(g => g.hole).slice(0, 3))
			facts.push(h("a", {class: "hole", href: "#unchecked", onclick: e => this.jump(e, "unchecked")}, gap.text));
		if (run.wall_seconds)
			facts.push(seconds(run.wall_seconds));
		return h("ul", {class: "facts"}, facts.map(fact => h("li", null, fact)));
	}

	/* How many bounds and assumptions SUCCESSFUL rests on. */
	qualifierFacts(run) {
		const assumed = run.gaps.filter(isAssumption).length + run.assumptions.length, bounds = run.gaps.filter(g => !isAssumption(g)).length;
		const link = (text, id = "unchecked") => h("a", {href: "#" + id, onclick: e => this.jump(e, id)}, text);
		const all = run.proof ? link("an invariant", "proof") : "no bound: every execution was checked";
		return [bounds ? link(count(bounds, "bound")) : all, ...assumed ? [link(count(assumed, "assumption"))] : []];
	}

	/* Steps that matter less, and all of them for those who want to see it. */
	foldFact() {
		this.foldButton = h("button", {type: "button", id: "folds", class: "place", onclick: () => this.unfold()});
		return this.foldButton;
	}

	unfold() {
		this.lanes.unfoldAll(this.lanes.foldedNow() > 0);
		this.foldsChanged();
		this.select(this.step);
	}

	foldsChanged() {
		const now = this.lanes.foldedNow(), most = this.lanes.foldedAtMost();
		this.foldButton.parentElement.hidden = !most;
		put(this.foldButton, now ? `${count(now, "step")} folded: show all` : `fold ${count(most, "step")}`);
		this.fitHeight();
	}

	/* The bound counts only changes of thread that were a choice; the eye counts them all. */
	switchFact() {
		const counted = this.story.cex.context_switches, all = this.story.switches.length;
		const text = count(counted, "context switch", "context switches");
		return h("span", {title: "continuing with the only thread that can run is not a context switch"},
			counted >= all ? text : `${text} (${count(all, "change")} of thread)`);
	}

	/* The hash is the step's, so links within the page scroll by hand. */
	jump(event, id) {
		event.preventDefault();
		byId(id).scrollIntoView({behavior: "smooth"});
	}

	makePicker() {
		const choices = this.runs.flatMap((run, r) => {
			const stories = run.properties.filter(p => p.story);
			return (stories.length ? stories : [null]).map(p => ({run, p, r}));
		});
		if (choices.length < 2)
			return null;
		const name = c => (this.runs.length > 1 ? `${c.run.entry || "run " + (c.r + 1)}: ` : "") +
			(c.p ? `${c.p.text}${c.p.location ? ` (${placeText(c.p.location)})` : ""}` : c.run.verdict_line);
		return h("label", {class: "picker"}, h("span", {class: "unseen"}, "what is shown"), h("select", {
			id: "picker", onchange: e => { const c = choices[e.target.value]; this.showProperty(c.run, c.p); },
		}, choices.map((c, i) => h("option", {value: i, selected: c.run === this.run && c.p === this.property}, name(c)))));
	}

	makeSheets() {
		put(byId("sheets"), this.runs.length > 1 ? runsSheet(this) : null, this.story ? [
			inputsSheet(this, this.story), propertiesSheet(this, this.run), uncheckedSheet(this, this.run), runSheet(this, this.run),
		] : []);
		byId("foot").replaceChildren("Made by cbmc-mt", " ", this.document.tool.version,
			". The page is a single file, which can be sent, kept and opened anywhere.");
	}

	makeTransport() {
		const button = (id, title, action) => h("button", {type: "button", id, title, "aria-label": title, onclick: action},
			svg("svg", {viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true"}, svg("path", {d: ICONS[id]})));
		this.position = h("output", {class: "position"});
		this.overview = h("canvas", {
			class: "overview", id: "overview", role: "slider", tabindex: 0, "aria-label": "step",
			"aria-valuemin": 1, onpointerdown: e => this.drag(e), onpointermove: e => e.buttons === 1 && this.drag(e),
		});
		this.playing = 0;
		byId("transport").replaceChildren(
			h("div", {class: "buttons", role: "group", "aria-label": "stepping"},
				button("first", "first step (Home)", () => this.select(0)),
				button("previous-switch", "previous context switch (p)", () => this.previousSwitch()),
				button("previous", "previous step (←)", () => this.select(this.lanes.before(this.step))),
				button("play", "play (Space)", () => this.play()),
				button("next", "next step (→)", () => this.select(this.lanes.after(this.step))),
				button("next-switch", "next context switch (n)", () => this.nextSwitch()),
				button("last", "last step (End)", () => this.select(this.story.last))),
			this.position, this.overview);
		new ResizeObserver(() => this.drawOverview()).observe(this.overview);
	}

	makeOverview() {
		const n = this.story.threads.length;
		this.overview.style.height = clamp(n * 9 + 6, 32, 78) + "px";
		this.overview.setAttribute("aria-valuemax", this.story.told.length);
	}

	updateTransport() {
		const told = this.story.told[this.step];
		this.position.replaceChildren(h("b", null, this.step + 1), ` / ${this.story.told.length.toLocaleString("en")}`);
		this.overview.setAttribute("aria-valuenow", this.step + 1);
		this.overview.setAttribute("aria-valuetext", `step ${this.step + 1}, ${this.story.label(told.thread)}: ${told.sentence}`);
		for (const id of ["first", "previous", "previous-switch"])
			byId(id).disabled = this.step === 0;
		for (const id of ["last", "next", "next-switch"])
			byId(id).disabled = this.step === this.story.last;
		this.drawOverview();
	}

	/* All steps at a glance: who ran when, who waited, and where we are. */
	drawOverview() {
		const s = this.story, canvas = this.overview;
		if (!s || !canvas.clientWidth || !canvas.clientHeight)
			return;
		const width = canvas.clientWidth, height = canvas.clientHeight, scale = window.devicePixelRatio || 1;
		const style = getComputedStyle(document.documentElement), key = [width, height, scale, document.documentElement.dataset.theme].join();
		if (this.ground === undefined || this.ground.story !== s || this.ground.key !== key)
			this.ground = {story: s, key, image: this.drawGround(width, height, scale, style)};
		canvas.width = width * scale;
		canvas.height = height * scale;
		const g = canvas.getContext("2d");
		g.drawImage(this.ground.image, 0, 0);
		g.scale(scale, scale);
		g.fillStyle = style.getPropertyValue("--ink").trim();
		g.fillRect(clamp((this.step + 0.5) * width / s.told.length - 1, 0, width - 2), 0, 2, height);
	}

	/* What is the same at every step. */
	drawGround(width, height, scale, style) {
		const image = h("canvas", {width: width * scale, height: height * scale}), g = image.getContext("2d");
		const s = this.story, column = width / s.told.length, lane = (height - 6) / s.threads.length;
		const bar = Math.max(1.5, Math.min(lane - 1.5, 9)), y = t => 3 + t * lane + (lane - bar) / 2;
		const colours = s.threads.map((_, t) => style.getPropertyValue("--thread-" + t).trim());
		g.scale(scale, scale);
		s.threads.forEach((_, t) => {
			if (s.birth[t] === null)
				return;
			const end = s.death[t] === null ? s.last : s.death[t];
			g.globalAlpha = 0.22;
			g.fillStyle = colours[t];
			g.fillRect(s.birth[t] * column, y(t) + bar / 2 - 0.5, (end + 1 - s.birth[t]) * column, 1);
			g.globalAlpha = 0.8;
			g.fillStyle = style.getPropertyValue("--wait").trim();
			for (const wait of s.waits[t])
				g.fillRect(wait.from * column, y(t) + bar / 2 - 1, (wait.to - wait.from) * column, 2);
		});
		g.globalAlpha = 1;
		const apart = column > 4 ? 1 : 0;
		for (let start = 0, k = 1; k <= s.told.length; k++) {
			const t = s.told[start].thread;
			if (k < s.told.length && s.told[k].thread === t)
				continue;
			g.fillStyle = colours[t];
			g.fillRect(start * column + apart, y(t), Math.max(1, (k - start) * column - 2 * apart), bar);
			start = k;
		}
		return image;
	}

	drag(event) {
		const box = this.overview.getBoundingClientRect();
		this.stop();
		this.select(this.lanes.nearest(clamp(Math.floor((event.clientX - box.left) / box.width * this.story.told.length), 0, this.story.last)));
	}

	play() {
		if (this.playing) {
			this.stop();
			return;
		}
		if (this.step === this.story.last)
			this.select(0);
		byId("play").classList.add("on");
		this.playing = setInterval(() => {
			this.select(this.lanes.after(this.step));
			if (this.step === this.story.last)
				this.stop();
		}, 900);
	}

	/* Switches within a fold are passed. */
	nextSwitch() {
		this.select(this.lanes.nearest(this.story.switchAfter(this.step)));
	}

	previousSwitch() {
		let k = this.story.switchBefore(this.step);
		while (k && this.lanes.nearest(k) >= this.step)
			k = this.story.switchBefore(k);
		this.select(this.lanes.nearest(k));
	}

	stop() {
		clearInterval(this.playing);
		this.playing = 0;
		byId("play").classList.remove("on");
	}

	makeHelp() {
		byId("help").replaceChildren(
			h("h2", {id: "help-title"}, "Keys"),
			h("dl", null, KEY_HELP.map(([keys, text]) => h("div", null, h("dt", null, keys.map(key => h("kbd", null, key))), h("dd", null, text)))),
			h("p", null, "Click on a step, a line of the source or the overview to select it. The address of the page names the step, so that it can be shared."),
			h("h2", null, "Signs"),
			h("ul", {class: "signs"},
				h("li", null, h("span", {class: "sample run"}), "the thread runs"),
				h("li", null, h("span", {class: "sample wait"}), "it waits and cannot continue"),
				h("li", null, h("span", {class: "sample hold"}), "it holds a lock"),
				h("li", null, h("span", {class: "sample move"}), "another thread continues")),
			h("button", {type: "button", onclick: () => byId("help").close()}, "Close"));
	}

	listen() {
		document.addEventListener("keydown", e => this.key(e));
		window.addEventListener("resize", () => this.fitHeight());
		window.addEventListener("hashchange", () => this.followLink());
		window.addEventListener("beforeprint", () => this.print(true));
		window.addEventListener("afterprint", () => this.print(false));
		document.addEventListener("scroll", () => this.hideTip(), {passive: true, capture: true});
	}

	/* All rows, on white paper. */
	print(now) {
		this.isPrinting = now;
		const theme = document.documentElement.dataset;
		if (now)
			this.shownTheme = theme.theme;
		theme.theme = now ? "light" : this.shownTheme;
		if (this.story)
			this.lanes.layout();
	}

	key(event) {
		if (event.ctrlKey || event.altKey || event.metaKey || byId("help").open || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName))
			return;
		const action = this.actionOf(event);
		if (!action)
			return;
		event.preventDefault();
		if (event.key !== " ")
			this.stop();
		action();
	}

	actionOf(event) {
		if (event.key === "t")
			return () => this.toggleTheme();
		if (event.key === "?")
			return () => byId("help").showModal();
		if (!this.story)
			return null;
		const onButton = /^(BUTTON|A|SUMMARY)$/.test(event.target.tagName);
		const next = () => this.select(this.lanes.after(this.step)), previous = () => this.select(this.lanes.before(this.step));
		const nextSwitch = () => this.nextSwitch(), previousSwitch = () => this.previousSwitch();
		switch (event.key) {
		case "ArrowRight": case "ArrowDown": return event.shiftKey ? nextSwitch : next;
		case "ArrowLeft": case "ArrowUp": return event.shiftKey ? previousSwitch : previous;
		case "j": return next;
		case "k": return previous;
		case "n": return nextSwitch;
		case "p": return previousSwitch;
		case "PageDown": return () => this.select(this.lanes.after(this.step, 10));
		case "PageUp": return () => this.select(this.lanes.before(this.step, 10));
		case "Home": return () => this.select(0);
		case "End": return () => this.select(this.story.last);
		case " ": return onButton ? null : () => this.play();
		}
		return null;
	}

	/* Shows what describe() says about the element under the pointer. */
	tips(area, selector, describe) {
		area.addEventListener("pointermove", event => {
			const target = event.target.closest(selector);
			if (!target || event.pointerType === "touch") {
				this.hideTip();
				return;
			}
			if (this.tipFor !== target) {
				this.tipFor = target;
				put(this.tip, describe(target));
				this.tip.hidden = false;
			}
			const box = this.tip.getBoundingClientRect();
			this.tip.style.left = clamp(event.clientX + 14, 4, Math.max(4, innerWidth - box.width - 8)) + "px";
			const below = event.clientY + 18;
			this.tip.style.top = (below + box.height > innerHeight ? Math.max(4, event.clientY - box.height - 10) : below) + "px";
		});
		area.addEventListener("pointerleave", () => this.hideTip());
	}

	hideTip() {
		this.tip.hidden = true;
		this.tipFor = null;
	}

	/* As the system has it, until somebody chooses. */
	setTheme() {
		const dark = matchMedia("(prefers-color-scheme: dark)");
		const follow = () => {
			if (!this.chosenTheme)
				document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
			this.drawOverview();
		};
		dark.addEventListener("change", follow);
		follow();
	}

	toggleTheme() {
		this.chosenTheme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
		document.documentElement.dataset.theme = this.chosenTheme;
		this.drawOverview();
	}

	/* The first threads have colours chosen by hand, further ones go round the circle of hues. */
	colourThreads() {
		const threads = Math.max(1, ...this.runs.flatMap(run => run.properties.map(p => p.story ? p.story.threads.length : 0)));
		const light = ["#4b5568", "#1d4ed8", "#b93a07", "#04714f", "#7e22ce", "#b3124f", "#0b6680", "#7a4a06"];
		const dark = ["#b8c2d3", "#7db0ff", "#ff9a5c", "#3ddba0", "#c99bff", "#ff86b6", "#4fd8ee", "#f0c64a"];
		for (let t = light.length; t < threads; t++) {
			const hue = Math.round(t * 137.508) % 360;
			light.push(`hsl(${hue} 65% 32%)`);
			dark.push(`hsl(${hue} 75% 74%)`);
		}
		const rules = (list, root) => `${root}{${list.map((c, t) => `--thread-${t}:${c}`).join(";")}}`;
		const classes = light.map((_, t) => `.th${t}{--c:var(--thread-${t})}`);
		document.head.append(h("style", null, rules(light, ":root"), rules(dark, ":root[data-theme=dark]"), classes.join("")));
	}
}

window.page = new Page(byId("data").textContent);
