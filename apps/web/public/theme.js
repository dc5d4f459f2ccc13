// Runs before the first paint; src/lib/theme.ts keeps to the same key and class.
;(() => {
  var theme = null
  try {
    theme = localStorage.getItem('vite-ui-theme')
  } catch (_) {
    // Storage can be blocked; the system's theme is a fine answer then.
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', dark)
})()
