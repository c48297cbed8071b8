// The results, unpacked: rows of tasks, each with a cell per column (a verifier in a file).

const DATA = unpack(JSON.parse(document.getElementById("data").textContent));

function unpack(raw) {
	const text = i => i < 0 ? "" : raw.strings[i];
	const rows = raw.rows.map(([name, property, expected, folder, set, cells], index) => ({
		index, name, property: text(property), expected: text(expected), folder: text(folder),
		set: text(set), cells: cells.map(c => c === 0 ? null : {
			verdict: text(c[0]), status: raw.statuses[c[1]], cpu: c[2], wall: c[3], memory: c[4],
			exit: c[5], reason: text(c[6]), host: text(c[7]), start: c[8], points: c[9],
			place: text(c[10]), violated: text(c[11]), message: text(c[12]), html: c[13], confirmation: text(c[14]),
		}),
	}));
	return { rows, columns: raw.columns, statuses: raw.statuses, made: raw.made };
}

const SIGNS = { correct: "✓", wrong: "✗", unknown: "?", timeout: "◷", memory: "▤", error: "!", safe: "○", unsafe: "●", qualified: "◐" };
const WORDS = { correct: "right", memory: "out of memory", safe: "true", unsafe: "false" };
const QUANTITIES = {
	cpu: { title: "CPU time", unit: "s", format: seconds, floor: 0.01 },
	wall: { title: "wall time", unit: "s", format: seconds, floor: 0.01 },
	memory: { title: "memory", unit: "MB", format: bytes, floor: 1e6 },
};

function wordOf(status) {
	return WORDS[status] || status;
}

// An answer that counts: right, or one that nobody can judge.
function solved(cell) {
	return cell !== null && (cell.status === "correct" || cell.status === "safe" || cell.status === "unsafe");
}

// What can be got for a task at best.
function bestOf(row) {
	return row.expected === "true" ? 2 : row.expected ? 1 : 0;
}

// Why the verdict is what it is: the violation, or the reason.
function whyOf(cell) {
	if (!cell.message)
		return cell.reason;
	return `${cell.place}: ${cell.message}${cell.violated ? ` [${cell.violated}]` : ""}`;
}

function seconds(value) {
	if (value >= 36000)
		return `${(value / 3600).toFixed(1)} h`;
	if (value >= 100)
		return `${Math.round(value)} s`;
	return `${value.toFixed(value >= 10 ? 1 : 2)} s`;
}

function bytes(value) {
	if (value >= 1e9)
		return `${(value / 1e9).toFixed(2)} GB`;
	return `${(value / 1e6).toFixed(value >= 1e7 ? 0 : 1)} MB`;
}

function count(n, word) {
	return `${n.toLocaleString("en")} ${word}${n === 1 ? "" : "s"}`;
}
