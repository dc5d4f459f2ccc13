import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeScreens, file, openScreens, screen, server } from './testing/photo-screen.tsx'

beforeEach(openScreens)
afterEach(closeScreens)

describe('the owner', () => {
  test('adds several photos at once, by choosing and by dropping, and sees the first one', async () => {
    const { store, kept } = server()
    const { container, choose, drop, shown } = await screen(store)
    expect(container.textContent).toContain('No photos yet')
    await choose(file('a.jpg'), file('b.png', 'image/png'))
    expect(kept.ids).toEqual(['a.jpg', 'b.png'])
    expect(await drop(file('c.webp', 'image/webp'))).toBe(true)
    expect(kept.ids).toHaveLength(3)
    expect([shown(), container.querySelector('img')?.alt]).toEqual(['a.jpg', 'Photo 1 of 3'])
    expect(container.querySelector('[role=alert]')).toBeNull()
  })

  test('sees refused files with name and reason, and the others are added', async () => {
    const { store, kept } = server('x')
    const { container, choose, press } = await screen(store)
    await choose(
      file('notes.txt', 'text/plain'),
      file('drawing.svg', 'image/svg+xml'),
      file('broken.jpg'),
      file('huge.png', 'image/png'),
      file('a.jpg'),
    )
    expect([...container.querySelectorAll('[role=alert] li')].map((item) => item.textContent)).toEqual([
      'notes.txt: This file is not a picture',
      'drawing.svg: SVG drawings are not supported, only photos',
      'broken.jpg: This browser can’t read the picture',
      'huge.png: The picture is too large: 40000 × 40000 pixels',
    ])
    expect(kept.ids).toEqual(['x', 'a.jpg'])
    await press('Dismiss')
    expect(container.querySelector('[role=alert]')).toBeNull()
  })

  test('sees the progress and the server’s error message', async () => {
    const { store, kept } = server('x', 'y', 'z')
    const { container, choose } = await screen(store)
    let go = () => {}
    const add = vi.spyOn(store, 'add').mockImplementationOnce(() => new Promise((resolve) => (go = resolve)))
    await choose(file('a.jpg'), file('b.jpg'), file('c.jpg'))
    expect(container.querySelector('[role=status]')?.textContent).toBe('Adding 1 of 3')
    await act(async () => go())
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect([add.mock.calls.length, kept.ids]).toEqual([3, ['x', 'y', 'z', 'b.jpg']])
    expect(container.querySelector('[role=status]')?.textContent).toBe('')
    expect(container.querySelector('[role=alert] li')?.textContent).toBe(
      'c.jpg: A widget has at most 4 photos; remove some first',
    )
  })

  test('sees the progress of all files while more are added, and one that failed midway', async () => {
    const { store } = server()
    const { container, choose } = await screen(store)
    const uploads: PromiseWithResolvers<void>[] = []
    vi.spyOn(store, 'add').mockImplementation(() => {
      const upload = Promise.withResolvers<void>()
      uploads.push(upload)
      return upload.promise
    })
    const progress = () => container.querySelector('[role=status]')?.textContent
    const refusalText = () => container.querySelector('[role=alert] li')?.textContent
    async function settle(upload: (last?: PromiseWithResolvers<void>) => void) {
      await act(async () => upload(uploads.at(-1)))
      await act(() => vi.advanceTimersByTimeAsync(0))
    }
    await choose(file('a.jpg'), file('b.jpg'))
    await choose(file('c.jpg'))
    expect([progress(), uploads.length]).toEqual(['Adding 1 of 3', 1])
    await settle((last) => last?.reject(new Error('The server cannot be reached')))
    expect([progress(), refusalText()]).toEqual(['Adding 2 of 3', 'a.jpg: The server cannot be reached'])
    await settle((last) => last?.resolve())
    expect(progress()).toBe('Adding 3 of 3')
    await settle((last) => last?.resolve())
    expect([progress(), refusalText()]).toEqual(['', 'a.jpg: The server cannot be reached'])
    await choose(file('a.jpg'))
    expect([progress(), refusalText()]).toEqual(['Adding 1 of 1', undefined])
    await settle((last) => last?.resolve())
    expect([progress(), uploads.length]).toEqual(['', 4])
  })

  test('removes the shown photo after a question', async () => {
    const { store, kept } = server('a', 'b', 'c')
    const { press, shown, button, advance } = await screen(store)
    await press('Next photo')
    await press('Remove this photo')
    expect(document.activeElement).toBe(button('Keep'))
    await advance(60)
    expect(shown()).toBe('b')
    await press('Keep')
    expect([kept.ids.length, document.activeElement]).toEqual([3, button('Remove this photo')])
    await press('Remove this photo')
    await press('Remove')
    expect([kept.ids, shown()]).toEqual([['a', 'c'], 'c'])
  })

  test('is not asked about the next photo when another screen has removed the one in question', async () => {
    const { store, kept } = server('a', 'b', 'c')
    const { press, shown, container, advance } = await screen(store)
    await press('Remove this photo')
    kept.ids = ['b', 'c']
    await advance(60)
    expect(container.textContent).not.toContain('Remove this photo?')
    expect([kept.ids, shown()]).toEqual([['b', 'c'], 'b'])
    await press('Remove this photo')
    await press('Remove')
    expect(kept.ids).toEqual(['c'])
  })

  test('does not see a removed photo again when an earlier list arrives late', async () => {
    const { store, kept } = server('a', 'b')
    const { press, shown, advance, container } = await screen(store)
    const late = Promise.withResolvers<string[]>()
    vi.spyOn(store, 'list').mockReturnValueOnce(late.promise)
    await press('Pause')
    await advance(60)
    await press('Remove this photo')
    await press('Remove')
    expect([kept.ids, shown()]).toEqual([['b'], 'b'])
    late.resolve(['a', 'b'])
    await advance(0)
    expect(container.querySelector('img')?.alt).toBe('Photo 1 of 1')
  })

  test('does not see a removed photo while the next one is loaded', async () => {
    const { store } = server('a', 'b')
    const { press, shown, container } = await screen(store)
    const { read } = store
    vi.spyOn(store, 'read').mockImplementation((id) => (id === 'b' ? new Promise(() => undefined) : read(id)))
    await press('Remove this photo')
    await press('Remove')
    expect([shown(), container.textContent?.includes('Loading...')]).toEqual([null, true])
  })

  test('does not see a removed photo if only an earlier list could be read', async () => {
    const { store } = server('a', 'b')
    const { press, shown, container, advance } = await screen(store)
    const late = Promise.withResolvers<string[]>()
    const list = vi.spyOn(store, 'list').mockReturnValueOnce(late.promise)
    await press('Pause')
    await advance(60)
    list.mockRejectedValueOnce(new Error('The server cannot be reached'))
    await press('Remove this photo')
    await press('Remove')
    expect([shown(), container.querySelector('img')?.alt]).toEqual(['b', 'Photo 1 of 1'])
    late.resolve(['a', 'b'])
    await advance(0)
    expect([shown(), container.querySelector('img')?.alt]).toEqual(['b', 'Photo 1 of 1'])
  })

  test('gets an error for a photo that could not be removed', async () => {
    const { store, kept } = server('a')
    const { press, container } = await screen(store)
    await press('Remove this photo')
    kept.isDown = true
    await press('Remove')
    expect(container.querySelector('[role=alert] li')?.textContent).toBe('Not removed: The server cannot be reached')
  })

  test('can go to the previous photo, pause and play', async () => {
    const { store } = server('a', 'b', 'c')
    const { press, shown, advance } = await screen(store)
    await press('Previous photo')
    expect(shown()).toBe('c')
    await press('Pause')
    await advance(60)
    expect(shown()).toBe('c')
    await press('Play')
    await advance(10)
    expect(shown()).toBe('a')
  })
})
