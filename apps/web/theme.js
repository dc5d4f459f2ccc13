// Runs before the first paint. src/lib/looks/theme.ts uses the same keys and class. Hides content drawn by the build
// (src/app/drawn) that does not fit the user.
;(() => {
  // Settings of zod: the content policy forbids to compile code, and browsers would report each attempt.
  window.__zod_globalConfig = { jitless: true }

  var page = document.documentElement
  var isDisplay = location.pathname === '/display'
  var theme = null
  var user = null
  try {
    theme = localStorage.getItem(isDisplay ? 'display_theme' : 'vite-ui-theme')
    user = localStorage.getItem('auth_access_token') && (localStorage.getItem('auth_user') || '')
  } catch (_) {
    // Keeps the system's theme if storage is blocked.
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.classList.toggle('dark', dark)

  // Colours of a theme, as {light, dark}, each by name. Set by CSSOM and only as #rrggbb: nothing stored becomes CSS.
  var key = isDisplay ? 'display_colours' : 'colours'
  var sheet = null
  function readColours() {
    try {
      return localStorage.getItem(key)
    } catch (_) {
      return null
    }
  }
  function paint(text) {
    if (!sheet && !text) return
    try {
      sheet = sheet || new CSSStyleSheet()
      sheet.replaceSync(':root:not(.dark){}:root.dark{}')
      const look = JSON.parse(text) || {}
      ;['light', 'dark'].forEach((mode, index) => {
        for (const name in look[mode]) {
          if (/^#[0-9a-f]{6}$/.test(look[mode][name]))
            sheet.cssRules[index].style.setProperty(`--${name}`, look[mode][name])
        }
      })
      document.adoptedStyleSheets = [sheet]
    } catch (_) {
      // Keeps the product's own colours in an old browser, or with a damaged value.
    }
    dispatchEvent(new Event('painted'))
  }
  paint(readColours())
  addEventListener('colours', ({ detail }) => {
    var text = detail ? JSON.stringify(detail) : null
    if (text === readColours()) return
    try {
      if (text) localStorage.setItem(key, text)
      else localStorage.removeItem(key)
    } catch (_) {
      // Shows the colours on this page only.
    }
    paint(text)
  })
  addEventListener('storage', ({ key: changed }) => {
    if (changed === key || changed === null) paint(readColours())
  })

  // Collects the live events that another tab forwards until the program listens
  // (src/lib/live/tabs.ts).
  if (!isDisplay && 'BroadcastChannel' in window) {
    const tabs = new BroadcastChannel('live-events')
    tabs.waiting = []
    tabs.onmessage = ({ data }) => {
      if (tabs.onEvent) tabs.onEvent(data)
      else if (tabs.waiting.push(data) > 500) tabs.waiting = [{ ...data, event: { type: 'resync', data: {} } }]
    }
    window.liveTabs = tabs
  }

  var isForm = location.pathname === '/login'
  var drawing = []
  if (isForm ? user !== null || location.search !== '' : user === null) drawing.push('hidden')
  if (!/"role":"[^"]*admin/i.test(user)) drawing.push('member')
  if (document.cookie.includes('sidebar_state=false')) drawing.push('collapsed')
  page.dataset.drawing = drawing.join(' ')
})()
