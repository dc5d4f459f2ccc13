import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lastShown, saveShown } from './last-shown.ts'
import { closeScreens, file, openScreens, reducedMotion, screen, server } from './testing/photo-screen.tsx'

beforeEach(openScreens)
afterEach(closeScreens)

describe('photos', () => {
  test('follow each other, each loaded once per round before it is shown', async () => {
    const { store, kept } = server('a', 'b', 'c')
    const { shown, advance } = await screen(store, { isDisplay: true })
    expect([shown(), kept.reads]).toEqual(['a', ['a', 'b']])
    await advance(9)
    expect(shown()).toBe('a')
    for (const next of ['b', 'c', 'a']) {
      await advance(10)
      expect(shown()).toBe(next)
    }
    expect(kept.reads).toEqual(['a', 'b', 'c', 'a', 'b'])
  })

  test('do not change with reduced motion, out of sight, or if there is only one', async () => {
    const { store, kept } = server('a', 'b')
    const { shown, advance, suspended, container } = await screen(store)
    act(() => suspended.set(true))
    const list = vi.spyOn(store, 'list')
    await advance(130)
    expect(shown()).toBe('a')
    expect(list).not.toHaveBeenCalled()
    act(() => reducedMotion.set(true))
    act(() => suspended.set(false))
    await advance(50)
    expect(shown()).toBe('a')
    expect(container.querySelector('[aria-label="Pause"]')).toBeNull()
    kept.ids = ['a']
    act(() => reducedMotion.set(false))
    await advance(120)
    const { length } = kept.reads
    await advance(120)
    expect([shown(), kept.reads.length]).toEqual(['a', length])
  })

  test('change on a page that is in sight for less than their interval', async () => {
    const { store } = server('a', 'b', 'c')
    const { shown, advance, suspended } = await screen(store, { isDisplay: true })
    const seen: (string | null)[] = []
    for (let turn = 0; turn < 7; turn++) {
      await advance(3)
      seen.push(shown())
      act(() => suspended.set(true))
      await advance(1)
      await act(async () => suspended.set(false))
    }
    expect(seen).toEqual(['a', 'a', 'a', 'b', 'b', 'b', 'c'])
  })

  test('go on where they were when their page is drawn anew', async () => {
    const { store, kept } = server('a', 'b', 'c')
    const seen: (string | null)[] = []
    const drawAnew = async () => {
      const { shown, close } = await screen(store, { isDisplay: true })
      seen.push(shown())
      close()
    }
    for (let turn = 0; turn < 4; turn++) await drawAnew()
    expect(seen).toEqual(['a', 'b', 'c', 'a'])
    kept.ids = ['b', 'c']
    await drawAnew()
    reducedMotion.set(true)
    await drawAnew()
    expect(seen.slice(4)).toEqual(['b', 'b'])
  })

  test('of more albums than are remembered begin anew for the oldest one', async () => {
    const album = ['a', 'b']
    saveShown(album, 'b')
    saveShown(album, 'a')
    for (let other = 0; other < 100; other++) saveShown([], `other ${other}`)
    expect([lastShown.size, album.some((id) => lastShown.has(id))]).toEqual([100, false])
  })

  test('change at their interval also if it is longer than that of reading their list', async () => {
    const { store } = server('a', 'b')
    const { shown, advance } = await screen(store, { isDisplay: true, config: { seconds: 90 } })
    await advance(89)
    expect(shown()).toBe('a')
    await advance(1)
    expect(shown()).toBe('b')
  })

  test('arriving after another one was asked for are not shown', async () => {
    const { store } = server('a', 'b', 'c')
    const { shown, press, advance } = await screen(store)
    const late = Promise.withResolvers<string>()
    const { read } = store
    vi.spyOn(store, 'read').mockImplementation((id) => (id === 'b' ? late.promise : read(id)))
    await press('Next photo')
    await press('Previous photo')
    expect(shown()).toBe('c')
    late.resolve('data:image/jpeg;base64,b')
    await advance(1)
    expect(shown()).toBe('c')
  })

  test('go on from the present one when another is added, and not from the one that was asked for', async () => {
    const { store, kept } = server('a', 'b', 'c')
    const { shown, press, advance } = await screen(store, { config: { seconds: 25 } })
    await press('Next photo')
    await advance(30)
    expect(shown()).toBe('c')
    kept.ids = ['a', 'b', 'c', 'd']
    await advance(19)
    expect(shown()).toBe('c')
    await press('Pause')
    await advance(60)
    expect(shown()).toBe('c')
  })

  test('are reported as unreadable only while there is no other', async () => {
    const { store, kept } = server('a')
    kept.unreadable.add('a')
    const { container, shown, advance } = await screen(store)
    expect(container.textContent).toContain('The photo could not be read.')
    kept.unreadable.clear()
    await advance(10)
    expect([shown(), container.textContent?.includes('could not be read')]).toEqual(['a', false])
    kept.unreadable.add('b')
    kept.ids = ['b']
    await advance(60)
    expect(container.textContent).toContain('The photo could not be read.')
  })

  test('are skipped if they can’t be read, and requested again in the next round', async () => {
    const { store, kept } = server('a', 'b', 'broken', 'c')
    kept.unreadable.add('b')
    const { shown, advance } = await screen(store, { isDisplay: true })
    for (let turn = 0; turn < 2; turn++) {
      await advance(10)
      expect(shown()).toBe('a')
    }
    await advance(10)
    expect([shown(), kept.reads]).toEqual(['c', ['a', 'b', 'broken', 'c', 'a']])
  })

  test('stay while the server is away, and show for how long', async () => {
    const { store, kept } = server('a', 'b')
    const awaySince = new Date(Date.now() - 40.5 * 60_000).toISOString()
    const { shown, advance, container } = await screen(store, { isDisplay: true, awaySince })
    kept.isDown = true
    await advance(300)
    expect(shown()).not.toBeNull()
    expect(container.querySelector('time')?.textContent).toBe('45 min')
  })

  test('from other screens appear within a minute', async () => {
    const { store, kept } = server()
    const { shown, advance, container } = await screen(store, { isDisplay: true })
    expect(container.textContent).toBe('No photos yet')
    kept.ids = ['a']
    await advance(60)
    expect(shown()).toBe('a')
    kept.ids = []
    await advance(60)
    expect(container.textContent).toBe('No photos yet')
  })

  test.each([
    ['cover', false],
    ['contain', true],
  ])('with the fit %s are shown whole: %s', async (fit, isWhole) => {
    const { container } = await screen(server('a').store, { config: { fit } })
    expect(container.querySelector('img')?.classList.contains('photos-whole')).toBe(isWhole)
  })

  test('are not reported as missing if their list can not be read', async () => {
    const { store, kept } = server('a')
    kept.isDown = true
    const { container, advance, shown } = await screen(store)
    expect(container.textContent).toBe('The photos could not be read.')
    kept.isDown = false
    await advance(60)
    expect(shown()).toBe('a')
  })

  test('are read again as soon as the server answers', async () => {
    const { store, kept } = server('a')
    kept.isDown = true
    const { shown, away } = await screen(store, { isDisplay: true, awaySince: new Date().toISOString() })
    kept.isDown = false
    await act(async () => away.set(null))
    expect(shown()).toBe('a')
  })
})

test('a display has no controls and accepts no dropped files', async () => {
  const { store, kept } = server('a', 'b')
  const { container, drop } = await screen(store, { isDisplay: true })
  expect(container.querySelectorAll('button, input, [tabindex]')).toHaveLength(0)
  expect(await drop(file('c.jpg'))).toBe(false)
  expect(kept.ids).toHaveLength(2)
})
