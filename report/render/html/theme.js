// SPDX-License-Identifier: MIT
// Light and dark: as the system says, until the reader chooses.
import { byId } from "./dom.js";

const KEY = "scree-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

// Storage may be off for local files; then the choice lasts as long as the page.
function stored() {
	try {
		return localStorage.getItem(KEY);
	} catch {
		return null;
	}
}

let chosen = stored();

function applyTheme() {
	const theme = chosen || (dark.matches ? "dark" : "light");
	const other = theme === "dark" ? "light" : "dark";
	document.documentElement.dataset.theme = theme;
	const button = byId("theme");
	button.textContent = theme === "dark" ? "☀" : "☾";
	button.setAttribute("aria-label", "use the " + other + " colours");
	button.title = "use the " + other + " colours";
}

export function toggleTheme() {
	chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
	try {
		localStorage.setItem(KEY, chosen);
	} catch {
		// see above
	}
	applyTheme();
}

export function startTheme() {
	applyTheme();
	dark.addEventListener("change", applyTheme);
	byId("theme").addEventListener("click", toggleTheme);
}
