// Runs before the first paint. src/lib/looks/theme.ts keeps to the same keys and class; what is drawn in the page (src/app/drawn) is
// shown to those alone for whom it is right.
;(() => {
  var page = document.documentElement
  var theme = null
  var user = null
  try {
    theme = localStorage.getItem(location.pathname === '/display' ? 'display_theme' : 'vite-ui-theme')
    user = localStorage.getItem('auth_access_token') && (localStorage.getItem('auth_user') || '')
  } catch (_) {
    // Storage can be blocked; the system's theme is a fine answer then.
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.classList.toggle('dark', dark)

  var isForm = location.pathname === '/login'
  var drawing = []
  if (isForm ? user !== null || location.search !== '' : user === null) drawing.push('hidden')
  if (!/"role":"[^"]*admin/i.test(user)) drawing.push('member')
  if (document.cookie.includes('sidebar_state=false')) drawing.push('collapsed')
  page.dataset.drawing = drawing.join(' ')
})()
