import { expect, test } from 'vitest'
import { submitOnce } from '#web/lib/submit-once.ts'

/** Makes a page with a form, since listeners stay on a page. Returns a function that dispatches an event there. */
function createForm() {
  const page = document.implementation.createHTMLDocument()
  submitOnce(page)
  page.body.innerHTML = `<form><input><textarea></textarea>
    <button type="button" id="plain"></button><button type="submit"><b></b></button></form>`
  return (selector: string, event: Event) => page.querySelector(selector)?.dispatchEvent(event)
}
const click = (detail: number) => new MouseEvent('click', { detail, bubbles: true, cancelable: true })
const press = (key: string, repeat: boolean) =>
  new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true })

test.each<[string, boolean, string, () => Event]>([
  ['the first click', true, 'button[type=submit]', () => click(1)],
  ['the second click of a double click', false, 'button[type=submit]', () => click(2)],
  ['the second click on the icon of the button', false, 'b', () => click(2)],
  ['a double click on another button', true, '#plain', () => click(2)],
  ['Enter', true, 'input', () => press('Enter', false)],
  ['Enter that is held', false, 'input', () => press('Enter', true)],
  ['Enter that is held on the button', false, 'button[type=submit]', () => press('Enter', true)],
  ['Enter that is held in a longer text', true, 'textarea', () => press('Enter', true)],
  ['a letter that is held', true, 'input', () => press('a', true)],
])('%s reaches a form: %s', (_what, reaches, selector, event) => {
  expect(createForm()(selector, event())).toBe(reaches)
})
