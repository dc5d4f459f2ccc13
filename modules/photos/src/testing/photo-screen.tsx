import { type Host, HostContext } from '@atalaya/module-sdk/host'
import type { PhotoStore } from '@atalaya/module-sdk/photos'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import definition from '../index.tsx'
import { lastShown } from '../last-shown.ts'
import { stubPictures } from './pictures.ts'

const closes: (() => void)[] = []
/** True if the viewer wants less motion. */
export const reducedMotion = createSignal(false)

/** Gives a test a browser that reads pictures, and a stopped clock. */
export function openScreens(): void {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  stubPictures()
  reducedMotion.set(false)
  // jsdom has neither dialogs nor an IntersectionObserver.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
      this.dispatchEvent(new Event('close'))
    },
  })
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return reducedMotion.get()
    },
    addEventListener: (_type: string, listener: () => void) => reducedMotion.subscribe(listener),
    removeEventListener: () => undefined,
  }))
}

export function closeScreens(): void {
  act(() => {
    for (const close of closes.splice(0)) close()
  })
  document.body.replaceChildren()
  lastShown.clear()
  for (const name of ['showModal', 'close']) Reflect.deleteProperty(HTMLDialogElement.prototype, name)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}

/** Photos that the server keeps for one widget, for all its screens. */
export function server(...photos: string[]) {
  const kept = { ids: photos, isDown: false, unreadable: new Set<string>(), reads: [] as string[] }
  const throwIfDown = () => {
    if (kept.isDown) throw new Error('The server cannot be reached')
  }
  const store: PhotoStore = {
    async list() {
      throwIfDown()
      return [...kept.ids]
    },
    async read(id) {
      kept.reads.push(id)
      throwIfDown()
      if (kept.unreadable.has(id)) throw new Error('There is no such photo')
      return `data:image/jpeg;base64,${id}`
    },
    async add(jpeg) {
      throwIfDown()
      if (kept.ids.length >= 4) throw new Error('A widget has at most 4 photos; remove some first')
      kept.ids = [...kept.ids, await jpeg.text()]
    },
    async move(id, before) {
      throwIfDown()
      if (!kept.ids.includes(id)) throw new Error('There is no such photo')
      const others = kept.ids.filter((keptId) => keptId !== id)
      kept.ids = others.toSpliced(before === null ? others.length : others.indexOf(before), 0, id)
    },
    async remove(id) {
      throwIfDown()
      kept.ids = kept.ids.filter((keptId) => keptId !== id)
    },
  }
  return { kept, store }
}

export async function screen(
  store: PhotoStore,
  { isDisplay = false, config = {}, awaySince = null as string | null } = {},
) {
  const suspended = createSignal(false)
  const away = createSignal(awaySince)
  const signals = {
    suspended,
    isDisplay,
    photos: async () => store,
    config: createSignal({ seconds: 10, ...config }),
    formats: createSignal({}),
    awaySince: away,
  }
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const close = () => root.unmount()
  closes.push(close)
  await act(async () =>
    root.render(
      <HostContext value={signals as unknown as Host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  const button = (name: string) => {
    const found = [...container.querySelectorAll('button')].find(
      (element) => (element.getAttribute('aria-label') ?? element.textContent) === name,
    )
    if (!found) throw new Error(`${name} is not there: ${container.innerHTML}`)
    return found
  }
  return {
    container,
    suspended,
    away,
    button,
    close: () => act(close),
    shown: () => container.querySelector('img')?.getAttribute('src')?.split(',')[1] ?? null,
    press: (name: string) => act(async () => button(name).click()),
    advance: (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000)),
    async choose(...files: File[]) {
      const input = container.querySelector<HTMLInputElement>('input[type=file]')
      if (!input) throw new Error('There is nothing to choose files with')
      Object.defineProperty(input, 'files', { value: files, configurable: true })
      await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
      await act(() => vi.advanceTimersByTimeAsync(0))
    },
    async drop(...files: File[]) {
      const event = new Event('drop', { bubbles: true, cancelable: true })
      Object.assign(event, { dataTransfer: { types: ['Files'], files } })
      await act(async () => container.firstElementChild?.dispatchEvent(event))
      await act(() => vi.advanceTimersByTimeAsync(0))
      return event.defaultPrevented
    },
  }
}
export const file = (name: string, type = 'image/jpeg') => new File([name], name, { type })
