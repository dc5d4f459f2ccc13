// Runs before the first paint. src/lib/theme.ts keeps to the same key and class; what is drawn in the page (src/drawn) is
// shown to those alone for whom it is right.
;(() => {
  var page = document.documentElement.classList
  var theme = null
  var user = null
  try {
    theme = localStorage.getItem('vite-ui-theme')
    user = localStorage.getItem('auth_access_token') && (localStorage.getItem('auth_user') || '')
  } catch (_) {
    // Storage can be blocked; the system's theme is a fine answer then.
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.toggle('dark', dark)

  var isForm = location.pathname === '/login'
  page.toggle('undrawn', isForm ? user !== null || location.search !== '' : user === null)
  page.toggle('drawn-member', !/"role":"[^"]*admin/i.test(user))
  page.toggle('drawn-collapsed', document.cookie.includes('sidebar_state=false'))
})()
