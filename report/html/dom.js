/* dom.js -- making elements.  Text of the program only ever becomes text nodes, never markup. */
const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
	for (const [name, value] of Object.entries(attributes || {})) {
		if (value === null || value === undefined || value === false)
			continue;
		if (name.startsWith("on"))
			element.addEventListener(name.slice(2), value);
		else if (name === "style")
			for (const [property, text] of Object.entries(value))
				element.style.setProperty(property, text);
		else
			element.setAttribute(name, value === true ? "" : value);
	}
	for (const child of children.flat(Infinity))
		if (child !== null && child !== undefined && child !== false)
			element.append(child);
	return element;
}

/* h("p", {class: "note"}, "text", h("b", null, "more")) */
function h(tag, attributes, ...children) {
	return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
	return fill(document.createElementNS(SVG, tag), attributes, children);
}

/* Puts the children that are there in place of all others. */
function put(element, ...children) {
	element.replaceChildren(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
}

function byId(id) {
	return document.getElementById(id);
}

/* "1 step", "2 steps" */
function count(n, noun, plural) {
	return n.toLocaleString("en") + " " + (n === 1 ? noun : plural || noun + "s");
}

function clamp(x, low, high) {
	return Math.max(low, Math.min(high, x));
}

/* The last index of a sorted list whose element is at most x; -1: there is none. */
function lastAtMost(list, x, key) {
	let low = 0, high = list.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((key ? key(list[middle]) : list[middle]) <= x)
			low = middle + 1;
		else
			high = middle;
	}
	return low - 1;
}
