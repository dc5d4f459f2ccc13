const SUBMIT = 'button[type=submit]'

/**
 * Lets a double click, and a key that is held down, submit a form once: the second comes before the first is known to be
 * under way, and would add, send or create a second time.
 */
export function submitOnce(page: Document): void {
  page.addEventListener(
    'click',
    (event) => {
      const isAgain = event.detail > 1 && event.target instanceof Element && event.target.closest(SUBMIT) !== null
      if (isAgain) event.preventDefault()
    },
    true,
  )
  page.addEventListener(
    'keydown',
    (event) => {
      const { target, key, repeat } = event
      if (key !== 'Enter' || !repeat || !(target instanceof Element)) return
      if (target.matches(`input, ${SUBMIT}`)) event.preventDefault()
    },
    true,
  )
}
