/* cause.js -- why it fails, in words that lead to the steps, and the changes that mend it. */

/* The events of the cause, once each, as the sentence names them: with the row each of them is in,
 * and its number in the order of time. */
function causeEvents(cause, story) {
	const found = new Map(), all = cause ? [...cause.roles, ...cause.facts.flatMap(fact => [fact.first, fact.second]), cause.point] : [];
	for (const event of all) {
		if (!event || event.kind === "none" || event.kind === "violation" || (event.thread === null && !event.location))
			continue;
		const key = JSON.stringify([event.kind, event.thread, event.step, event.object, event.location && event.location.file, event.location && event.location.line]);
		const row = eventRow(event, story);
		if (!found.has(key))
			found.set(key, {...event, row, isPoint: false});
		if (event === cause.point)
			found.get(key).isPoint = true;
	}
	const events = Array.from(found.values()), step = event => event.step !== undefined ? event.step : event.row !== NONE ? story.told[event.row].line.step : story.steps.length;
	events.slice().sort((a, b) => step(a) - step(b)).forEach((event, i) => { event.number = i + 1; });
	return events;
}

/* What has not happened is what a thread waits for at the end. */
function eventRow(event, story) {
	if (event.step !== undefined && event.step < story.steps.length)
		return story.rowOf[event.step];
	const rows = story.rowsOf[event.thread] || [], k = rows.length ? rows[rows.length - 1] : NONE;
	const line = k === NONE ? null : story.told[k].line;
	return line && line.waits && event.late && placeText(line.location) === placeText(event.location) ? k : NONE;
}

/* Does the place begin the text? */
function isPlaceHere(event, rest) {
	const text = placeText(event.location);
	return text && rest.startsWith(text) && !/^\d/.test(rest.slice(text.length));
}

/* The events whose place begins the text: one that was not named yet, rather of the thread that was
 * named last; where the place is named for the last time, all that were not. */
function findPosition(rest, events, named, thread) {
	const here = events.filter(event => isPlaceHere(event, rest)), open = here.filter(event => !named.has(event));
	if (!here.length)
		return [];
	const text = placeText(here[0].location);
	if (open.length > 1 && !rest.slice(1).match(new RegExp(text.replace(/[^\w]/g, "\\$&") + "(?!\\d)")))
		return open;
	return [open.find(event => event.thread === thread) || open[0] || here.find(event => event.thread === thread) || here[0]];
}

/* The sentence with its positions as links to steps, or to the source. */
function linkedSentence(text, events, story, page, link) {
	const parts = [], named = new Set();
	let plain = "", thread;
	for (let i = 0; i < text.length;) {
		const isStart = !/[\w./-]/.test(text[i - 1] || " "), word = isStart && /^\w+/.exec(text.slice(i));
		const t = word && story ? story.threads.findIndex(other => other.name === word[0]) : NONE;
		if (t !== NONE)
			thread = t;
		const found = isStart ? findPosition(text.slice(i), events, named, thread) : [];
		if (!found.length) {
			plain += text[i++];
			continue;
		}
		found.forEach(event => named.add(event));
		parts.push(plain, link(found, page));
		plain = "";
		i += placeText(found[0].location).length;
	}
	return [...parts, plain];
}

/* In what did not happen: a place, and no step. */
function placeOnly([event], page) {
	return placeLink(page, event.location, true);
}

/* The place with the number of its step; of several events, each number leads to its own. */
function eventLink(found, page) {
	return found.slice().sort((a, b) => a.number - b.number).map((event, i) => h("button", {
		type: "button", class: "place event", "data-event": event.number, title: event.row === NONE ? event.text : `step ${event.row + 1}: ${event.text}`,
		onclick: () => event.row === NONE ? page.showPlace(event.location) : page.select(event.row),
	}, i ? null : placeText(event.location), event.row === NONE ? null : causeMark(event.number)));
}

function causeMark(n) {
	return h("sup", {class: "cause-mark"}, n);
}

/* For the top of the page: the kind, the sentence, what it would hold with. */
function drawCause(property, page) {
	const cause = property.cause;
	if (!cause || !cause.sentence)
		return null;
	const events = property.story ? property.story.events : [];
	return h("div", {class: "cause", id: "cause", role: "note", "aria-label": "why"},
		h("p", {class: "cause-sentence"}, cause.kind === "order" ? null : h("b", {class: "cause-kind"}, cause.words), " ", linkedSentence(cause.sentence, events, property.story, page, eventLink)),
		cause.holds_if ? h("p", {class: "holds-if"}, h("b", null, "It holds if "), linkedSentence(cause.holds_if, events, property.story, page, placeOnly), ".") : null);
}

/* What --fix has tried without success. */
function drawTried(run) {
	const fixes = run.fixes;
	if (!fixes || fixes.proved.length)
		return null;
	return h("p", {class: "tried"}, fixes.tried ? `Tried ${count(fixes.tried, "change")}, none suffices` : "No change was tried", fixes.note ? `: ${fixes.note}.` : ".");
}

const DIFF_CLASSES = {"+": "added", "-": "removed", "@": "hunk"};

function drawDiff(text) {
	const lines = text.replace(/\n$/, "").split("\n");
	return h("pre", {class: "diff", tabindex: 0, "aria-label": "diff"}, lines.map(line => {
		const name = /^(---|\+\+\+) /.test(line) ? "names" : DIFF_CLASSES[line[0]] || "";
		return h("span", {class: "diff-line " + name}, line || " ");
	}));
}

/* The changes that mend the property, the best one open. */
function drawFixes(run, property) {
	const fixes = (run.fixes ? run.fixes.proved : []).filter(fix => property && fix.property === property.id);
	return fixes.map((fix, i) => h("details", {class: "fix", open: i === 0},
		h("summary", null, h("b", null, fixes.length > 1 ? `Change ${i + 1}: ` : ""), fix.what || ""),
		h("p", {class: "verified"}, h("span", {"aria-hidden": "true"}, "✓ "), `With this change: ${fix.verified}`, fix.seconds ? ` (${seconds(fix.seconds)})` : ""),
		drawDiff(fix.diff || ""),
		h("button", {type: "button", class: "quiet copy", onclick: e => copyText(fix.diff || "", e.target)}, "copy the patch")));
}

/* A page that was opened from a file may have no clipboard: then the text is selected. */
function copyText(text, button) {
	const done = () => { button.textContent = "copied"; };
	const select = () => getSelection().selectAllChildren(button.parentElement.querySelector(".diff, .command"));
	if (navigator.clipboard)
		navigator.clipboard.writeText(text).then(done, select);
	else
		select();
}
