/* read.js -- the document of --json, and the sources beside it, as the page wants them. */

/* Of a document that leaves nothing out, null is what is not there. */
function withoutNulls(object) {
	for (const key of Object.keys(object))
		if (object[key] === null)
			delete object[key];
	return object;
}

function readDocument(document) {
	return document.runs.map(run => {
		withoutNulls(run);
		const statistics = run.statistics || {};
		return {
			...run,
			files: run.sources || [],
			specification: run.specification || [],
			checks: run.checks || [],
			wall_seconds: statistics.wall_seconds, cpu_seconds: statistics.cpu_seconds, peak_bytes: statistics.peak_bytes,
			counters: Object.entries(statistics.counters || {}),
			gaps: (run.gaps || []).map(withoutNulls),
			properties: (run.properties || []).map(readProperty),
		};
	});
}

function readProperty(p) {
	withoutNulls(p);
	if (!p.reached && p.status === "holds")
		p.status = "unreached";
	return {...p, story: p.counterexample ? readStory(p.counterexample) : null};
}

function readStory(cex) {
	for (const list of [cex.threads, cex.lines, cex.steps, cex.waits, cex.holds, cex.accesses])
		list.forEach(withoutNulls);
	return cex.lines.length ? new Story(cex) : null;
}
