/* native.js -- the compiled program: what it has shown, and how a debugger gets to a step of it. */

/* --confirm: what the program did with the inputs and the schedule of the counterexample. */
function drawConfirmation(property) {
	const c = property.confirmation;
	if (!c)
		return null;
	const isGood = c.outcome === "confirmed";
	return h("details", {class: "confirmation " + (isGood ? "confirmed" : "not-confirmed"), id: "confirmation"},
		h("summary", null, h("span", {"aria-hidden": "true"}, isGood ? "✓ " : "? "), c.text),
		c.output ? h("pre", {class: "output", tabindex: 0, "aria-label": "what the program wrote"}, c.output) : null);
}

/* A word of a shell. */
function quoted(word) {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/* With a folder of --harness, the debugger is one command away; else the folder has to be made first. */
function debugCommand(page, k) {
	const folder = page.property.harness, step = k + 1;
	const make = `make -C ${quoted(folder || "harness")} debug STEP=${step}`;
	const command = page.document.command;
	if (folder)
		return make;
	return command ? `${command.replace(/^(\S+)/, "$1 --harness harness")}; ${make}` : null;
}

/* Under a weak memory model, no schedule of a compiled program shows it. */
function drawDebugCommand(page, k) {
	const command = page.property && !page.story.weak ? debugCommand(page, k) : null;
	if (!command)
		return null;
	return h("details", {class: "debug", open: page.opensDebug, ontoggle: e => { page.opensDebug = e.target.open; }},
		h("summary", null, `Step ${k + 1} in the debugger`),
		h("code", {class: "command"}, command),
		h("button", {type: "button", class: "quiet copy", onclick: e => copyText(command, e.target)}, "copy the command"));
}

function certificateText(c) {
	const checked = c.checked === c.queries ? `${count(c.queries, "query", "queries")}, all checked` : `${count(c.queries, "query", "queries")}, ${c.checked} checked`;
	return [checked, c.elsewhere ? `${c.elsewhere} decided without a proof` : null, c.uncertified ? `not certified: ${c.uncertified}` : null, c.wrong]
		.filter(Boolean).join("; ");
}
