import { expect, test } from 'vitest'
import { showWholeTexts } from '#web/lib/looks/whole-text.ts'

showWholeTexts(document)

function textOf(width: number, overrides: Partial<HTMLElement> = {}) {
  const text = document.createElement('p')
  text.className = 'truncate'
  text.innerHTML = '<b>A long name</b> of a machine'
  Object.assign(text, overrides)
  Object.defineProperty(text, 'scrollWidth', { configurable: true, value: width })
  Object.defineProperty(text, 'clientWidth', { value: 100 })
  document.body.append(text)
  return text
}
const pointAt = (element: Element) => element.dispatchEvent(new Event('pointerover', { bubbles: true }))

test('hovering over a shortened text shows all of it', () => {
  const text = textOf(200)
  pointAt(text.querySelector('b') ?? text)
  expect(text.title).toBe('A long name of a machine')
  Object.defineProperty(text, 'scrollWidth', { value: 100 })
  pointAt(text)
  expect(text.hasAttribute('title')).toBe(false)
})

test('a text with enough room or a separate title is not changed', () => {
  const [short, titled] = [textOf(100), textOf(200, { title: 'Since yesterday' })]
  pointAt(short)
  pointAt(titled)
  expect([short.title, titled.title]).toEqual(['', 'Since yesterday'])
})
