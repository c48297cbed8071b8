/* read.js -- the document of --json, and the sources beside it, as the page wants them. */

/* Of a document that leaves nothing out, null is what is not there. */
function withoutNulls(object) {
	for (const key of Object.keys(object))
		if (object[key] === null)
			delete object[key];
	return object;
}

/* A preprocessed file says of its lines where they come from, and places are told by that.  If only
 * the preprocessed file is there, a place gets the line of it as 'at'. */
function readMarkers(files) {
	const found = new Map();
	for (const file of files)
		for (const part of file.parts) {
			let name = null, line = 0;
			part.lines.forEach((text, i) => {
				const marker = /^\s*#\s*(?:line\s+)?(\d+)\s+"((?:[^"\\]|\\.)*)"/.exec(text);
				if (marker) {
					line = Number(marker[1]);
					name = marker[2].replace(/\\(.)/g, "$1");
				} else if (name !== null)
					found.set(name + "\n" + line++, {file: file.name, line: part.first + i});
			});
		}
	return found;
}

function findPlaces(value, files) {
	const there = new Set(files.map(file => file.name)), markers = readMarkers(files);
	(function walk(node) {
		if (Array.isArray(node))
			node.forEach(walk);
		else if (node && typeof node === "object") {
			if (typeof node.file === "string" && !there.has(node.file))
				node.at = markers.get(node.file + "\n" + node.line);
			Object.values(node).forEach(walk);
		}
	})(value);
}

/* Where a place is in the files that are shown. */
function physical(place) {
	return place.at || place;
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
			unfinished: run.unfinished ? withoutNulls(run.unfinished) : null,
			assumptions: (run.specification || []).length ? [] : run.assumptions || [], /* SV-COMP makes them */
			arguments: (run.arguments || []).filter(a => !a.any),
			properties: (run.properties || []).map(readProperty),
		};
	});
}

function readProperty(p) {
	withoutNulls(p);
	if (!p.reached && p.status === "holds")
		p.status = "unreached";
	return {...p, story: p.counterexample ? readStory(p.counterexample, p.cause) : null};
}

function readStory(cex, cause) {
	for (const list of [cex.threads, cex.lines, cex.steps, cex.waits, cex.holds, cex.accesses])
		list.forEach(withoutNulls);
	return cex.lines.length ? new Story(cex, cause) : null;
}
