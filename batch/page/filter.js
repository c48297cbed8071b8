// What is shown: the state behind the filters, kept in the address so that a view can be passed on.

const view = {
	search: "", folder: "", property: "", expected: "",
	statuses: [], // any of these; each "status" or "status@column"
	differ: false,
	quantity: "cpu", by: "folder", x: 0, y: 1,
	sort: "task", down: false,
};
const DEFAULTS = JSON.stringify(view);

function readAddress() {
	const found = new URLSearchParams(location.hash.slice(1));
	const columns = DATA.columns.length;
	for (const [name, text] of found) {
		if (name === "statuses")
			view.statuses = text.split(",").filter(Boolean);
		else if (name === "differ" || name === "down")
			view[name] = text === "true";
		else if (name === "x" || name === "y")
			view[name] = Math.min(Math.max(0, parseInt(text, 10) || 0), columns - 1);
		else if (name in view)
			view[name] = text;
	}
	if (!(view.quantity in QUANTITIES))
		view.quantity = "cpu";
}

function writeAddress() {
	const initial = JSON.parse(DEFAULTS);
	const changed = new URLSearchParams();
	for (const [name, value] of Object.entries(view))
		if (String(value) !== String(initial[name]))
			changed.set(name, value);
	const hash = changed.toString();
	history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
}

function isFiltered() {
	return Boolean(view.search || view.folder || view.property || view.expected || view.differ
		|| view.statuses.length);
}

// Every word must occur; /.../ is a regular expression.
function searcher(text) {
	const expression = /^\/(.+)\/$/.exec(text);
	if (expression) {
		try {
			const found = new RegExp(expression[1], "i");
			return t => found.test(t);
		} catch (_) {
			return () => false;
		}
	}
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	return t => words.every(w => t.toLowerCase().includes(w));
}

function textOf(row) {
	if (row.text === undefined) {
		row.text = [row.name, row.property, ...row.cells.map(c => c ? `${c.verdict} ${whyOf(c)}` : "")].join(" ");
	}
	return row.text;
}

// They say different things; how one fails and how another does is no difference.
function differs(row) {
	const there = row.cells.filter(c => c);
	const failed = c => c.status === "error" || c.status === "timeout" || c.status === "memory";
	return there.length < row.cells.length || there.some(c => c.verdict !== there[0].verdict
		&& !(failed(c) && failed(there[0])));
}

function hasStatus(row, wanted) {
	const [status, column] = wanted.split("@");
	if (column !== undefined) {
		const cell = row.cells[+column];
		return Boolean(cell) && cell.status === status;
	}
	return row.cells.some(c => c && c.status === status);
}

// All rows that pass, but for the status if that is what is being counted.
function filterRows(ignoreStatus = false) {
	const matches = view.search ? searcher(view.search) : null;
	return DATA.rows.filter(row =>
		(!view.folder || row.folder === view.folder)
		&& (!view.property || row.property === view.property)
		&& (!view.expected || (row.expected || "none").startsWith(view.expected))
		&& (!view.differ || differs(row))
		&& (ignoreStatus || !view.statuses.length || view.statuses.some(s => hasStatus(row, s)))
		&& (!matches || matches(textOf(row))));
}

const SORT_KEYS = {
	task: row => row.name,
	property: row => row.property,
	expected: row => row.expected,
};

// "cpu@1": the CPU time of the second column; rows without a value come last either way.
function sortKey(name) {
	if (name in SORT_KEYS)
		return SORT_KEYS[name];
	const [field, column] = name.split("@");
	if (field === "verdict")
		return row => row.cells[+column]
			&& `${DATA.statuses.indexOf(row.cells[+column].status)} ${row.cells[+column].verdict}`;
	return row => row.cells[+column] && row.cells[+column][field];
}

function sortRows(rows) {
	const key = sortKey(view.sort);
	const keyed = rows.map(row => [key(row), row]);
	const direction = view.down ? -1 : 1;
	keyed.sort(([a, r], [b, s]) => {
		if (a === null || a === undefined || b === null || b === undefined)
			return (a === null || a === undefined) - (b === null || b === undefined) || r.index - s.index;
		return (a < b ? -1 : a > b ? 1 : 0) * direction || r.index - s.index;
	});
	return keyed.map(([, row]) => row);
}
