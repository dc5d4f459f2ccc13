// Reloads a page that stays empty, because its program came in pieces or not at all, and a display (`/display`) that
// stands still. Inline in the page, so that it works when nothing else does. It contains no character that begins a
// tag, at which the server would end it. Each wait is twice the one before.
;(() => {
  var KEY = 'empty-reloads'
  var FIRST_WAIT_MS = 15_000
  var WAIT_MAX_MS = 300_000
  var LOOK_EVERY_MS = 5_000
  /** Number of looks in a row that find a display standing still, before a reload: a minute. */
  var STILL_LOOKS = 12
  /** Number of reloads after which the cached program itself may be broken. */
  var TRUSTED_RELOADS = 3
  var root = document.getElementById('root')
  var worker = navigator.serviceWorker
  var isDisplay = location.pathname === '/display'
  var lastPulse = ''
  var stillLooks = 0

  function readTries() {
    try {
      return Number(sessionStorage.getItem(KEY)) || 0
    } catch (_) {
      // Without storage the waits don't grow.
      return 0
    }
  }
  function storeTries(count) {
    try {
      sessionStorage.setItem(KEY, count)
    } catch (_) {
      // Without storage the waits don't grow.
    }
  }
  var isEmpty = () =>
    !root.firstElementChild || root.dataset.drawn !== undefined || root.querySelector('[data-unfinished]') !== null
  var isStill = () => stillLooks >= STILL_LOOKS
  var serverAnswers = () =>
    fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
      (answer) => answer.ok,
      () => false,
    )

  /** Reloads if the program is cached or the server answers: otherwise the browser would show its own error page. */
  async function reload() {
    var count = readTries()
    var isKept = worker?.controller
    if ((!isKept || count >= TRUSTED_RELOADS) && (await serverAnswers())) {
      if (isKept) await (await worker.getRegistration()).unregister()
      isKept = true
    }
    storeTries(count + 1)
    if (isKept) location.reload()
    else watch()
  }
  function watch() {
    setTimeout(
      () => {
        if (isEmpty()) return void reload().catch(watch)
        // Resets the count, for a display only after it has run for a while: it may stand still again.
        if (!isDisplay || performance.now() >= WAIT_MAX_MS) storeTries(0)
        watch()
      },
      Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** readTries()),
    )
  }
  watch()
  if (!isDisplay) return

  /** Compares the program's counts of ticks and drawn frames. Counts looks, not time, which goes on during a sleep. */
  function look() {
    var { ticks, frames } = window.displayPulse ?? { ticks: 0, frames: 0 }
    var isMoving = !lastPulse || document.hidden || (lastPulse.ticks !== ticks && lastPulse.frames !== frames)
    stillLooks = isMoving || isEmpty() ? 0 : stillLooks + 1
    lastPulse = { ticks, frames }
    if (stillLooks !== STILL_LOOKS) return
    var isTrusted = TRUSTED_RELOADS > readTries()
    setTimeout(() => void reload().catch(() => undefined), isTrusted ? 0 : WAIT_MAX_MS)
    if (!isTrusted) standIn()
  }
  setInterval(look, LOOK_EVERY_MS)

  /** Shows a plain clock in place of a program that hangs, until the program goes on. */
  var clock
  function standIn() {
    if (clock) return
    clock = document.createElement('p')
    clock.id = 'stand-in'
    clock.style.cssText =
      'position:fixed;inset:0;z-index:99;margin:0;display:grid;place-items:center;background:#000;color:#fff;cursor:none;font:300 14vmin sans-serif'
    document.body.append(clock)
    var timer = setInterval(() => {
      clock.textContent = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
      if (isEmpty() || isStill()) return
      clearInterval(timer)
      clock.remove()
      clock = undefined
    }, 1_000)
  }
  if (readTries() >= TRUSTED_RELOADS) standIn()
})()
