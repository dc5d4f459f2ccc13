import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeScreens, openScreens, screen, server } from './testing/photo-screen.tsx'

beforeEach(openScreens)
afterEach(closeScreens)

/** Opens the dialog with these photos in order. */
async function openArrangeDialog(...photos: string[]) {
  const { store, kept } = server(...photos)
  const album = await screen(store)
  await album.press('Put the photos in order')
  const { container, advance } = album
  const dialog = () => container.querySelector('dialog')
  const thumbs = () => [...container.querySelectorAll('dialog li')]
  const radio = (name: string) => container.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)
  async function drag(type: string, at: number) {
    const event = new Event(type, { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer: { types: ['text/plain'], files: [], setData: () => undefined } })
    await act(async () => thumbs()[at]?.dispatchEvent(event))
    return event.defaultPrevented
  }
  return {
    ...album,
    store,
    kept,
    dialog,
    thumbs,
    drag,
    choose: (name: string) => act(async () => radio(name)?.click()),
    chosen: () => container.querySelector('dialog :checked')?.getAttribute('aria-label'),
    status: () => container.querySelector('dialog [role=status]')?.textContent,
    /** The picture of each thumbnail. */
    pictures: () => thumbs().map((thumb) => thumb.querySelector('img')?.getAttribute('src')),
    settle: () => advance(0),
  }
}

describe('the photos', () => {
  test('are moved up and down by buttons, and each move is saved at once and announced', async () => {
    const { kept, press, choose, chosen, status } = await openArrangeDialog('a', 'b', 'c')
    expect([chosen(), status()]).toEqual(['Photo 1 of 3', 'Photo 1 of 3'])
    await press('Move up')
    expect(kept.ids).toEqual(['a', 'b', 'c'])
    await choose('Photo 3 of 3')
    await press('Move up')
    expect([kept.ids, chosen(), status()]).toEqual([['a', 'c', 'b'], 'Photo 2 of 3', 'Photo 2 of 3'])
    await press('Move down')
    await press('Move down')
    expect([kept.ids, status()]).toEqual([['a', 'b', 'c'], 'Photo 3 of 3'])
  })

  test('are moved by dragging one onto another', async () => {
    const { kept, drag, status } = await openArrangeDialog('a', 'b', 'c', 'd')
    await drag('dragstart', 3)
    expect(await drag('dragover', 1)).toBe(true)
    await drag('drop', 1)
    await drag('dragend', 1)
    expect([kept.ids, status()]).toEqual([['a', 'd', 'b', 'c'], 'Photo 2 of 4'])
    await drag('dragstart', 0)
    await drag('drop', 3)
    expect(kept.ids).toEqual(['d', 'b', 'c', 'a'])
  })

  test('are not moved by a drag from elsewhere', async () => {
    const { kept, drag } = await openArrangeDialog('a', 'b')
    expect(await drag('dragover', 1)).toBe(false)
    await drag('drop', 1)
    expect(kept.ids).toEqual(['a', 'b'])
  })

  test('show their new places before the server has answered', async () => {
    const { store, kept, press, status, advance } = await openArrangeDialog('a', 'b', 'c')
    const answers: (() => void)[] = []
    const send = store.move
    vi.spyOn(store, 'move').mockImplementation(async (...move) => {
      await new Promise<void>((resolve) => answers.push(resolve))
      return send(...move)
    })
    await press('Move down')
    await press('Move down')
    await advance(60)
    expect([kept.ids, status()]).toEqual([['a', 'b', 'c'], 'Photo 3 of 3'])
    await act(async () => answers[0]?.())
    expect([kept.ids, status()]).toEqual([['b', 'a', 'c'], 'Photo 3 of 3'])
    await act(async () => answers[1]?.())
    expect([kept.ids, status()]).toEqual([['b', 'c', 'a'], 'Photo 3 of 3'])
  })

  test("return to the server's order after a refusal, with its message in the dialog", async () => {
    const { kept, press, dialog, status } = await openArrangeDialog('a', 'b', 'c')
    kept.ids = ['b', 'c']
    await press('Move down')
    expect(dialog()?.querySelector('[role=alert] li')?.textContent).toBe('Not moved: There is no such photo')
    expect(status()).toBe('Photo 1 of 2')
  })

  test('are read as thumbnails, each once, when they scroll into sight', async () => {
    const sights = stubSight()
    const { kept, thumbs, pictures, settle } = await openArrangeDialog('a', 'b', 'c')
    const before = kept.reads.length
    await act(async () => sights.show(thumbs()[1]))
    await settle()
    expect([kept.reads.slice(before), pictures()]).toEqual([['b'], [undefined, 'data:small', undefined]])
    await act(async () => sights.show(thumbs()[1]))
    expect(kept.reads.slice(before)).toEqual(['b'])
  })

  test('do not change behind the dialog until Done closes it', async () => {
    const { shown, advance, press, dialog } = await openArrangeDialog('a', 'b')
    await advance(50)
    expect(shown()).toBe('a')
    await press('Done')
    expect(dialog()).toBeNull()
    await advance(10)
    expect(shown()).toBe('b')
  })
})

test('a single photo and a display have no button for the order', async () => {
  const name = '[aria-label="Put the photos in order"]'
  expect((await screen(server('a').store)).container.querySelector(name)).toBeNull()
  expect((await screen(server('a', 'b').store, { isDisplay: true })).container.querySelector(name)).toBeNull()
})

/** Lets a test say what comes into sight. */
function stubSight() {
  const watched = new Map<Element | undefined, () => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #seen: (entries: { isIntersecting: boolean }[]) => void
      #element: Element | undefined
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.#seen = seen
      }
      observe(element: Element) {
        this.#element = element
        watched.set(element, () => this.#seen([{ isIntersecting: true }]))
      }
      disconnect() {
        watched.delete(this.#element)
      }
    },
  )
  return { show: (element: Element | undefined) => watched.get(element)?.() }
}
