// Keeps what is pressed on the drawn form while its program is on the way, and presses it again when that has come: who
// signs in need not wait, and nothing that is typed goes into the address.
;(() => {
  var root = document.getElementById('root')
  var pressed
  function keep(event) {
    pressed = event.target.closest('button')
  }
  function hold(event) {
    event.preventDefault()
  }
  root.addEventListener('click', keep, true)
  root.addEventListener('submit', hold, true)
  new MutationObserver((_, observer) => {
    if (root.dataset.drawn !== undefined) return
    observer.disconnect()
    root.removeEventListener('click', keep, true)
    root.removeEventListener('submit', hold, true)
    if (pressed?.isConnected) pressed.click()
  }).observe(root, { attributes: true })
})()
