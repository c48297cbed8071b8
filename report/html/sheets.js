/* sheets.js -- what is below the schedule: inputs, properties, what was not checked, the run. */
const STATUS = {
	violated: {word: "violated", sign: "✗", class: "bad"},
	holds: {word: "holds", sign: "✓", class: "ok"},
	unknown: {word: "not decided", sign: "?", class: "open"},
	unreached: {word: "never reached", sign: "–", class: "unreached"},
};

const SHORT = 22; /* letters that need no line break */

function name(text) {
	return text ? h("code", {class: text.length <= SHORT ? "keep" : null}, text) : null;
}

function sheet(id, title, ...content) {
	return h("section", {class: "sheet", id, "aria-labelledby": id + "-title"}, h("h2", {id: id + "-title"}, title), content);
}

function placeLink(page, place, short) {
	if (!place)
		return null;
	const title = `${place.file}${place.line ? ":" + place.line : ""}`, text = short ? placeText(place) : title;
	const name = text.length <= SHORT ? "place keep" : "place";
	return page.source.has(physical(place).file) ? h("button", {type: "button", class: name, title, onclick: () => page.showPlace(place)}, text)
	                                             : h("span", {class: name, title}, text);
}

function inputsSheet(page, story) {
	const inputs = story.steps.map((s, i) => [s, i]).filter(([s]) => s.kind === "input");
	if (!inputs.length)
		return null;
	return sheet("inputs", `Inputs (${inputs.length.toLocaleString("en")})`,
		h("p", {class: "hint"}, "What the environment chose. With these values and this schedule the program fails."),
		h("div", {class: "table-box"}, h("table", {class: "list"},
			h("thead", null, h("tr", null, ["input", "value", "thread", "where", ""].map(t => h("th", {scope: "col"}, t)))),
			h("tbody", null, inputs.slice(0, 1000).map(([s, i]) => h("tr", {class: "input"},
				h("td", null, h("code", null, s.lhs || "")), h("td", null, h("code", {class: "input-value"}, s.value)),
				h("td", null, h("span", {class: "chip " + threadClass(s.thread)}, story.name(s.thread))),
				h("td", null, placeLink(page, s.location, true)),
				h("td", null, h("button", {type: "button", class: "quiet", onclick: () => page.select(story.rowOf[i])}, `step ${story.rowOf[i] + 1}`),
					s.guessed ? h("span", {class: "warn"}, "a guess: the function has no body and no model") :
					s.unmodelled ? h("span", {class: "warn"}, "result of a function without a model") : null)))))));
}

function propertiesSheet(page, run) {
	const shown = run.properties;
	if (!shown.length && !run.checks.length)
		return null;
	const rank = {violated: 0, unknown: 1, holds: 2, unreached: 3};
	const sorted = shown.map((p, i) => [p, i]).sort(([a, i], [b, j]) => rank[a.status] - rank[b.status] || i - j);
	const numbers = Object.keys(STATUS).map(status => [status, shown.filter(p => p.status === status).length]).filter(([, n]) => n);
	const classes = run.checks.filter(name => name !== "unwind" && CLASSES[name] && !(run.deadlocks_open && name === "deadlock")).map(name => CLASSES[name][0]);
	return sheet("properties", run.verdict === "unknown" ? "What was asked" : "What was checked",
		classes.length ? h("p", {class: "hint"}, classes.join(", ")) : null,
		h("p", {class: "tally"}, numbers.map(([status, n]) => h("span", {class: "tally-item " + STATUS[status].class}, `${STATUS[status].sign} ${n.toLocaleString("en")} ${STATUS[status].word}`))),
		!shown.length ? h("p", null, "No place in the program needs a check of its own.") : h("div", {class: "table-box"}, h("table", {class: "list"},
			h("thead", null, h("tr", null, ["status", "violated if", "class", "where", "in"].map(t => h("th", {scope: "col"}, t)))),
			h("tbody", null, sorted.slice(0, 2000).map(([p]) => propertyRow(page, run, p))))),
		sorted.length > 2000 ? h("p", {class: "hint"}, `and ${sorted.length - 2000} more`) : null);
}

/* The class of a property in words: InvalidPointer is "invalid pointer". */
function className(p) {
	return p.rule ? p.rule.replace(/[A-Z]/g, letter => " " + letter.toLowerCase()).trim() : p.class;
}

function propertyRow(page, run, p) {
	const status = STATUS[p.status] || STATUS.unknown;
	const isShown = page.property === p;
	return h("tr", {class: `property ${status.class}${isShown ? " shown" : ""}`, "data-id": p.id},
		h("td", null, h("span", {class: "status " + status.class}, h("span", {"aria-hidden": "true"}, status.sign), " ", status.word)),
		h("td", null, h("span", null, p.text), p.story ? h("button", {
			type: "button", class: "quiet", disabled: isShown, onclick: () => page.showProperty(run, p),
		}, isShown ? "shown above" : "show the schedule") : null),
		h("td", {title: p.class}, className(p)), h("td", null, placeLink(page, p.location, true)),
		h("td", null, name(p.function)));
}

function runsSheet(page) {
	return sheet("runs", "Runs",
		h("div", {class: "table-box"}, h("table", {class: "list"},
			h("thead", null, h("tr", null, ["starts in", "verdict", ""].map(t => h("th", {scope: "col"}, t)))),
			h("tbody", null, page.runs.map(run => h("tr", {class: "run-row"},
				h("td", null, h("code", null, run.entry || "")),
				h("td", null, h("span", {class: "status " + (VERDICTS[run.verdict] || VERDICTS.unknown).class}, run.verdict_line.replace("VERIFICATION ", ""))),
				h("td", null, h("button", {type: "button", class: "quiet", disabled: run === page.run, onclick: () => page.showRun(run)},
					run === page.run ? "shown above" : "show"))))))));
}

/* UNKNOWN: what is known all the same, and which options would help. */
function unfinishedSheet(run) {
	const u = run.unfinished;
	if (!u)
		return null;
	return sheet("unfinished", "What is known, and what would help",
		u.established.length ? h("ul", {class: "gaps"}, u.established.map(e => h("li", {class: "bound"}, h("b", null, "established"), " ", e.text))) : null,
		u.under ? h("p", {class: "hint"}, "This holds ", u.under, ".") : null,
		u.doing ? h("p", null, "When it ended, it was ", u.doing, ".") : null,
		u.advice.length ? h("ul", {class: "gaps advice"}, u.advice.map(a => h("li", null, a.text))) : null);
}

function isAssumption(gap) {
	return gap.kind === "assumption" || gap.kind === "environment";
}

/* What SUCCESSFUL does not say; for FAILED, what was left out on the way. */
function uncheckedSheet(page, run) {
	const holes = run.gaps.filter(g => g.hole), assumed = run.gaps.filter(isAssumption), items = [];
	const bounds = run.gaps.filter(g => !g.hole && !isAssumption(g));
	for (const gap of [...holes, ...bounds, ...assumed]) {
		const word = gap.hole ? "hole" : isAssumption(gap) ? "assumption" : "bound";
		items.push(h("li", {class: gap.hole ? "hole" : "bound"}, h("b", null, word), " ", gap.text, " ", placeLink(page, gap.location)));
	}
	for (const a of run.verdict === "safe" ? run.assumptions : [])
		items.push(h("li", {class: "bound"}, h("b", null, "assumption"), " ", a.text, " ", h("code", {class: "option"}, a.option)));
	for (const a of run.arguments)
		items.push(h("li", {class: "bound"}, h("b", null, "argument"), " ", h("code", null, a.parameter), " ", a.assumed));
	const unknown = run.properties.filter(p => p.status === "unknown").length;
	if (unknown && run.verdict === "unsafe")
		items.push(h("li", null, count(unknown, "other property", "other properties"), " not decided: the run ends with the first violation (", h("code", null, "--multi-property"), " goes on)"));
	const unreached = run.properties.filter(p => p.status === "unreached" && !p.in_model).length;
	if (unreached && run.verdict === "safe")
		items.push(h("li", null, count(unreached, "property", "properties"), " in code that no execution reaches"));
	for (const p of run.properties.filter(p => p.status === "unreached" && p.note && run.verdict === "safe").slice(0, 5))
		items.push(h("li", {class: "bound"}, h("b", null, "vacuous"), " ", p.note, " ", placeLink(page, p.location)));
	if (run.deadlocks_open)
		items.push(h("li", {class: "bound"}, h("b", null, "deadlocks"), " an invariant does not exclude them"));
	const missing = Object.entries(CLASSES).filter(([name, [, option, threads]]) =>
		option && !run.checks.includes(name) && (run.strategy || !threads));
	if (!run.error && run.checks.length && missing.length)
		items.push(h("li", null, "not asked for: ", missing.map(([, [words, option]], i) =>
			[i ? ", " : "", h("span", {title: option}, words, " ", h("code", {class: "option"}, option))])));
	if (!run.error && !run.checks.length)
		items.push(h("li", null, "everything but the properties listed here"));
	if (run.strategy)
		items.push(h("li", null, "memory is sequentially consistent: what weaker hardware adds is not looked at"));
	const note = holes.length ? "A hole may hide a violation, so nothing that rests on it is called successful." :
		bounds.length ? "The verdict holds within these bounds; beyond them nothing was looked at." :
		run.verdict === "safe" && run.proof ? "No bound cut anything: an invariant holds in every execution" + (assumed.length ? ", if the assumptions do." : ".") :
		run.verdict === "safe" && !assumed.length ? "No bound cut anything: every execution was checked." :
		run.verdict === "safe" ? "No bound cut anything, but the verdict holds only if the assumptions do." : null;
	return sheet("unchecked", "What was not checked", note ? h("p", {class: "hint"}, note) : null, h("ul", {class: "gaps"}, items));
}

function seconds(x) {
	return x >= 100 ? `${Math.round(x)} s` : `${x.toFixed(2)} s`;
}

function bytes(n) {
	return n >= 1 << 30 ? `${(n / (1 << 30)).toFixed(1)} GB` : `${Math.round(n / (1 << 20))} MB`;
}

function runSheet(page, run) {
	const facts = [
		["command", page.document.command && h("code", {class: "command"}, page.document.command)],
		["files", run.files.length ? run.files.join(", ") : null],
		["starts in", run.entry && h("code", null, run.entry)],
		["strategy", run.strategy], ["decided by", run.decided_by], ["solver", run.solver], ["data model", run.data_model],
		["certificate", run.certificate && certificateText(run.certificate)],
		["specification", run.specification.length ? run.specification.map(p => h("code", {class: "block"}, p)) : null],
		["started", page.document.started],
		["time", run.wall_seconds ? `${seconds(run.wall_seconds)}, ${seconds(run.cpu_seconds)} of CPU time` : null],
		["memory", run.peak_bytes ? bytes(run.peak_bytes) + " at most" : null],
		["version", "cbmc-mt " + page.document.tool.version],
	];
	return sheet("run", "The run",
		h("dl", {class: "facts-list"}, facts.filter(([, value]) => value).map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value)))),
		run.counters.length ? h("details", null, h("summary", null, "Statistics"),
			h("table", {class: "list narrow"}, h("tbody", null, run.counters.map(([name, value]) =>
				h("tr", null, h("th", {scope: "row"}, name.replaceAll("_", " ")), h("td", {class: "number"}, value.toLocaleString("en"))))))) : null);
}
