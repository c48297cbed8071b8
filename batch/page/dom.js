// Elements, in one line each.

function byId(id) {
	return document.getElementById(id);
}

// make("td", { class: "x" }, "text", child, ...)
function make(tag, attributes, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes || {})) {
		if (name.startsWith("on"))
			element.addEventListener(name.slice(2), value);
		else if (value !== false && value !== null && value !== undefined)
			element.setAttribute(name, value === true ? "" : value);
	}
	element.append(...children.filter(c => c !== null && c !== undefined));
	return element;
}

function sign(status) {
	return make("span", { class: `sign tone-${status}`, "aria-hidden": "true" }, SIGNS[status]);
}

function seriesColour(index) {
	return getComputedStyle(document.documentElement).getPropertyValue(`--series-${index % 6}`).trim();
}

function showTip(x, y, ...children) {
	const tip = byId("tip");
	tip.replaceChildren(...children);
	tip.hidden = false;
	const box = tip.getBoundingClientRect();
	const left = x + 14 + box.width > innerWidth ? x - box.width - 14 : x + 14;
	tip.style.left = `${Math.max(4, left)}px`;
	tip.style.top = `${Math.max(4, Math.min(y + 14, innerHeight - box.height - 4))}px`;
}

function hideTip() {
	byId("tip").hidden = true;
}
