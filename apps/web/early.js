// Remembers the last press on the drawn form while its program loads, and repeats it afterwards: nobody has to wait to
// sign in. Prevents the browser's own submission, which would put the typed text into the URL.
;(() => {
  var root = document.getElementById('root')
  var pressed
  function rememberPress(event) {
    pressed = event.target.closest('button')
  }
  function preventSubmit(event) {
    event.preventDefault()
  }
  root.addEventListener('click', rememberPress, true)
  root.addEventListener('submit', preventSubmit, true)
  new MutationObserver((_, observer) => {
    if (root.dataset.drawn !== undefined) return
    observer.disconnect()
    root.removeEventListener('click', rememberPress, true)
    root.removeEventListener('submit', preventSubmit, true)
    if (pressed?.isConnected) pressed.click()
  }).observe(root, { attributes: true })
})()
