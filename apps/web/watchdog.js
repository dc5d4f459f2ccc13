// Reloads a page that stays empty: its program came in pieces, or not at all; and a display (`/display`) that stands still.
// It stands in the page itself, so that it works when nothing else does: without the sign that begins a tag, at which the
// server would end it. Each wait is twice the one before.
;(() => {
  var KEY = 'empty-reloads'
  var FIRST_MS = 15_000
  var LONGEST_MS = 300_000
  var LOOK_MS = 5_000
  /** So often in a row a display was seen to stand still: a minute. */
  var STILL_LOOKS = 12
  /** After so many reloads what the browser keeps of the program may itself be the error. */
  var TRUSTED = 3
  var root = document.getElementById('root')
  var worker = navigator.serviceWorker
  var isDisplay = location.pathname === '/display'
  var seen = ''
  var still = 0

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
  var isStill = () => still >= STILL_LOOKS
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
        // A display that stands still does so after a while: one that has run for less may do it again.
        if (!isDisplay || performance.now() >= LONGEST_MS) remember(0)
        watch()
      },
      Math.min(LONGEST_MS, FIRST_MS * 2 ** tries()),
    )
  }
  watch()
  if (!isDisplay) return

  /** The program counts its ticks and the frames that were drawn: looks are counted, not time, which a sleep would add to. */
  function look() {
    var { ticks, frames } = window.displayPulse ?? { ticks: 0, frames: 0 }
    var isMoving = !seen || document.hidden || (seen.ticks !== ticks && seen.frames !== frames)
    still = isMoving || isEmpty() ? 0 : still + 1
    seen = { ticks, frames }
    if (still !== STILL_LOOKS) return
    var isTrusted = TRUSTED > tries()
    setTimeout(() => void reload().catch(() => undefined), isTrusted ? 0 : LONGEST_MS)
    if (!isTrusted) standIn()
  }
  setInterval(look, LOOK_MS)

  /** A plain clock in the place of a program that does not get on; it goes when that does. */
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
  if (tries() >= TRUSTED) standIn()
})()
