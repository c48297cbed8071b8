/* needs.js -- what a program that holds needs (--why-safe): a table by place. */
const OUTCOMES = {
	needed: {word: "needed", sign: "●", class: "needed"},
	"not-needed-alone": {word: "not needed alone", sign: "–", class: "ok"},
	open: {word: "open", sign: "?", class: "open"},
	"not-reached": {word: "not reached", sign: "∅", class: "unreached"},
};

/* What came of the program without it. */
function needWithout(page, need) {
	const v = need.violation;
	if (!v)
		return [need.outcome === "not-needed-alone" ? `it holds ${need.change}` : "", need.reason ? ` ${need.reason}` : ""];
	return [h("span", null, need.change, ": ", v.text, " "), placeLink(page, v.location, true), v.cause ? h("div", {class: "need-cause"}, v.cause) : null];
}

function needRow(page, needs, need) {
	const outcome = OUTCOMES[need.outcome] || OUTCOMES.open, [first, ...others] = need.places;
	return h("tr", {class: "need " + outcome.class},
		h("td", null, first ? placeLink(page, first.location, true) : null, others.map(place => [" ", placeLink(page, place.location, true)])),
		h("td", null, h("span", null, need.what), need.function ? h("span", {class: "in"}, " in ", name(need.function)) : null),
		h("td", null, h("span", {class: "status " + outcome.class}, h("span", {"aria-hidden": "true"}, outcome.sign), " ", outcome.word),
			needs.suffices && need.kept && need.outcome !== "needed" ? h("span", {class: "hint"}, " in the set that suffices") : null,
			h("div", {class: "need-without"}, needWithout(page, need))));
}

function needsSheet(page, run) {
	const needs = run.needs;
	if (!needs)
		return null;
	const rank = Object.keys(OUTCOMES), tally = rank.map(outcome => [outcome, needs.elements.filter(n => n.outcome === outcome).length]).filter(([, n]) => n);
	return sheet("needs", "What it needs",
		needs.warning ? h("p", {class: "need-warning"}, needs.warning) : null,
		needs.remark ? h("p", {class: "hint"}, needs.remark) : null,
		needs.elements.length ? [
			h("p", {class: "hint"}, "Each place was changed by itself, and the program verified again.", needs.added_races ? " Data races count, too." : ""),
			h("p", {class: "tally"}, tally.map(([outcome, n]) => h("span", {class: "tally-item " + OUTCOMES[outcome].class}, `${OUTCOMES[outcome].sign} ${n} ${OUTCOMES[outcome].word}`))),
			h("div", {class: "table-box"}, h("table", {class: "list needs-table"},
				h("thead", null, h("tr", null, ["where", "what", "is"].map(t => h("th", {scope: "col"}, t)))),
				h("tbody", null, needs.elements.map(need => needRow(page, needs, need))))),
			needs.left_out ? h("p", {class: "hint"}, `${count(needs.left_out, "more place")} not looked at`) : null] : null);
}
