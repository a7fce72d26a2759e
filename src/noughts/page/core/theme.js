// Before the first paint: the light or dark that the person chose. Loaded on its own, so that nothing flashes.
try {
  const { theme } = JSON.parse(localStorage.getItem("noughts.preferences") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing was chosen, or nothing is kept: the system decides.
}
