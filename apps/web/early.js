// Collects the last press on the drawn form while its program loads, and repeats it afterwards: nobody has to wait to
// sign in, and no typed text gets into the address.
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
