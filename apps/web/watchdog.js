// Reloads a page that stays empty: its program came in pieces, or not at all. It stands in the page itself, so that it
// works when nothing else does. Each wait is twice the one before.
;(() => {
  var KEY = 'empty-reloads'
  var FIRST_MS = 15_000
  var LONGEST_MS = 300_000
  /** After so many reloads what the browser keeps of the program may itself be the fault. */
  var TRUSTED = 3
  var root = document.getElementById('root')
  var worker = navigator.serviceWorker

  function tries() {
    try {
      return Number(sessionStorage.getItem(KEY)) || 0
    } catch (_) {
      // Storage can be blocked; the waits don't grow then.
      return 0
    }
  }
  function remember(count) {
    try {
      sessionStorage.setItem(KEY, count)
    } catch (_) {
      // As above.
    }
  }
  var isEmpty = () =>
    !root.firstElementChild || root.dataset.drawn !== undefined || root.querySelector('[data-unfinished]') !== null
  var serverAnswers = () =>
    fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
      (answer) => answer.ok,
      () => false,
    )

  /** Without a kept program a reload would end in the browser's own error page. */
  async function reload() {
    var count = tries()
    var isKept = worker?.controller
    if ((!isKept || count >= TRUSTED) && (await serverAnswers())) {
      if (isKept) await (await worker.getRegistration()).unregister()
      isKept = true
    }
    remember(count + 1)
    if (isKept) location.reload()
    else watch()
  }
  function watch() {
    setTimeout(
      () => {
        if (isEmpty()) return void reload().catch(watch)
        remember(0)
        watch()
      },
      Math.min(LONGEST_MS, FIRST_MS * 2 ** tries()),
    )
  }
  watch()
})()
