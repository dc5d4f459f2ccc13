const SUBMIT = 'button[type=submit]'

/**
 * Ignores the second press of a double click, and repeats of a held key, on a form. Both come before the form shows
 * that it is busy, and would submit twice.
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
