// Before the first paint: the theme chosen last time, so that nothing flashes. A classic script, for it must run at once.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No storage: the system's theme it is.
}
