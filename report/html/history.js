/* history.js -- the calls of a library's operations: a lane for each thread, time goes to the right,
 * a bar for each call, and below it why no order of them explains their results. */
const CALL_LETTER = 7.3; /* width of one, about */
const CALL_HEIGHT = 26;
const CALL_LANE = 40;
const CALL_APART = 12; /* from one end of a bar to the next end of any bar */
const CALL_NAMES = 46; /* for the names of the threads */

function callLabel(call) {
	return `${call.operation}(${call.arguments})${call.result ? ` → ${call.result}` : ""}`;
}

/* Where bars begin and end: one is left of another just if it returned before that one began. */
function placeCalls(calls) {
	const ends = calls.flatMap((call, i) => [
		{at: call.begins_at, isBegin: true, i},
		{at: call.result === null ? Infinity : Math.max(call.ends_at, call.begins_at), isBegin: false, i}]);
	ends.sort((a, b) => a.at !== b.at ? a.at - b.at || -1 : b.isBegin - a.isBegin || a.i - b.i);
	const bars = calls.map(() => ({from: 0, to: 0}));
	let x = 0, before = null;
	for (const end of ends) {
		if (before && (before.at !== end.at || before.isBegin !== end.isBegin))
			x += CALL_APART;
		before = end;
		if (end.isBegin)
			bars[end.i].from = x;
		else
			bars[end.i].to = x = Math.max(x, bars[end.i].from + callLabel(calls[end.i]).length * CALL_LETTER + 18);
	}
	calls.forEach((call, i) => {
		if (call.result === null)
			bars[i].to = x;
	});
	return {bars, width: x};
}

function drawCall(story, page, call, bar, y) {
	const isPending = call.result === null, x = CALL_NAMES + bar.from, width = bar.to - bar.from;
	const row = call.begins < story.steps.length ? story.rowOf[call.begins] : NONE;
	const shape = isPending ? `M${x + width} ${y}H${x}V${y + CALL_HEIGHT}H${x + width}` : `M${x} ${y}H${x + width}V${y + CALL_HEIGHT}H${x}z`;
	return svg("g", {
		class: `call ${threadClass(call.thread)}${call.in_conflict ? " in-conflict" : ""}${isPending ? " pending" : ""}`,
		onclick: () => row !== NONE && page.select(row),
	}, svg("title", null, call.text), svg("path", {d: shape}),
	svg("text", {x: x + 9, y: y + CALL_HEIGHT / 2 + 4.5}, callLabel(call)));
}

function drawCalls(story, page) {
	const calls = story.cex.history.calls, {bars, width} = placeCalls(calls);
	const threads = Array.from(new Set(calls.map(call => call.thread))).sort((a, b) => a - b);
	const height = threads.length * CALL_LANE + 4, total = CALL_NAMES + width + 8;
	return svg("svg", {
		class: "calls", width: total, height, viewBox: `0 0 ${total} ${height}`, role: "img",
		"aria-label": calls.map(call => call.text).join("; "),
	}, threads.map((t, i) => [
		svg("text", {class: "call-thread " + threadClass(t), x: 2, y: i * CALL_LANE + CALL_HEIGHT / 2 + 8}, story.name(t)),
		svg("path", {class: "call-lane", d: `M${CALL_NAMES - 6} ${i * CALL_LANE + 4 + CALL_HEIGHT / 2}H${total}`})]),
	calls.map((call, i) => drawCall(story, page, call, bars[i], threads.indexOf(call.thread) * CALL_LANE + 4)));
}

function drawHistory(story, page) {
	const history = story.cex.history, tries = history.tries;
	return [
		h("h2", null, "The calls, in real time"),
		h("div", {class: "picture"}, drawCalls(story, page)),
		history.sentence ? h("p", {class: "history-why"}, history.sentence) : null,
		history.would_fit && history.would_fit.length ? h("div", {class: "history-fits"}, "This would fit:",
			h("ul", null, history.would_fit.map(line => h("li", null, h("code", null, line))))) : null,
		tries.length ? h("details", {class: "history-tries"},
			h("summary", null, history.all_tried ? "Every order that is allowed has a wrong result" : "Some of the orders that are allowed, and their wrong results"),
			h("ul", null, tries.map(t => h("li", null, t.text)))) : null,
	];
}
