import { type Host, HostContext } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { widgetStorage } from '@atalaya/module-sdk/storage'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import definition from '../index.tsx'
import { itemsOf, type TodoItem } from '../items.ts'

const closes: (() => void)[] = []

/** Gives a test a stopped clock. */
export function openScreens() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
}

export function closeScreens() {
  act(() => {
    for (const close of closes.splice(0)) close()
  })
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

export const item = (id: string, text: string, done = false): TodoItem => ({ id, text, done })

/** One list on the server, for all screens that show it. */
export function server(items: TodoItem[] | null) {
  const kept = { value: (items && { items }) as unknown, isDown: false, reads: 0 }
  const throwIfDown = () => {
    if (kept.isDown) throw new Error('down')
  }
  const version = () => JSON.stringify(kept.value)
  const storage = widgetStorage({
    async read() {
      throwIfDown()
      kept.reads += 1
      return { value: structuredClone(kept.value), version: version() }
    },
    async write(value, over) {
      throwIfDown()
      if (over !== undefined && over !== version()) return false
      kept.value = structuredClone(value)
      return true
    },
  })
  return { kept, storage, texts: () => itemsOf(kept.value).map(({ text, done }) => (done ? `${text} ✓` : text)) }
}

type Setup = { isDisplay?: boolean; awaySince?: string | null; config?: object }

export async function screen(storage: Host['storage'], { isDisplay = false, awaySince = null, config }: Setup = {}) {
  const suspended = createSignal(false)
  const away = createSignal(awaySince)
  const signals = {
    suspended,
    storage,
    isDisplay,
    config: createSignal({ title: 'Home', ...config }),
    formats: createSignal({}),
    awaySince: away,
  }
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  closes.push(() => root.unmount())
  await act(async () =>
    root.render(
      <HostContext value={signals as unknown as Host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  const find = <T extends HTMLElement>(label: string) => {
    const found = container.querySelector<T>(`[aria-label="${label}"]`)
    if (!found) throw new Error(`${label} is not there: ${container.textContent}`)
    return found
  }
  return {
    container,
    suspended,
    away,
    find,
    rows: () => [...container.querySelectorAll('li')].map((row) => row.textContent),
    press: (label: string) => act(async () => find(label).click()),
    async write(label: string, text: string) {
      const field = find<HTMLInputElement>(label)
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
      return field
    },
  }
}
export const key = (field: HTMLElement, name: string) =>
  act(async () => field.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))
