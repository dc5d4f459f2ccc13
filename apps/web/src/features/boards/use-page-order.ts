import type { Page } from '@atalaya/contract/dashboard'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { reorderPages } from '#web/features/boards/boards.queries.ts'
import { inIdOrder } from '#web/features/boards/page-list.ts'

type Held = { id: string; ids: readonly string[] }
/** An order on its way; `saved` is the server's answer. */
type Sent = { ids: readonly string[]; saved: readonly Page[] | null }

/** Whether the pages are already as new as the answer to an order. */
function isCaughtUp(pages: readonly Page[], { saved }: Sent): boolean {
  const versions = new Map(pages.map((page) => [page._id, page.version]))
  return saved?.every(({ _id, version }) => (versions.get(_id) ?? version) >= version) ?? false
}

const moved = (ids: readonly string[], id: string, to: number): string[] => {
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, id)
}

/** The order of the pages: as saved, as on its way to the server, and as it is while a card is being moved. */
export function usePageOrder(pages: readonly Page[]) {
  const [held, setHeld] = useState<Held | null>(null)
  const [said, announce] = useState('')
  const latest = useRef(held)
  const [sent, setSent] = useState<Sent | null>(null)
  const options = reorderPages(useQueryClient())
  const { mutate } = useMutation({
    ...options,
    onSuccess: (answer, ids, ...rest) => {
      setSent((now) => (now?.ids === ids ? { ids, saved: answer.pages } : now))
      return options.onSuccess?.(answer, ids, ...rest)
    },
    onError: (error, ids, ...rest) => {
      setSent((now) => (now?.ids === ids ? null : now))
      return options.onError?.(error, ids, ...rest)
    },
  })

  const saved = sent && !isCaughtUp(pages, sent) ? inIdOrder(pages, sent.ids) : pages
  const ids = held?.ids ?? saved.map((page) => page._id)
  const nameOf = (id: string) => pages.find((page) => page._id === id)?.name ?? ''

  function hold(next: Held | null) {
    latest.current = next
    setHeld(next)
  }
  function pickUp({ _id: id, name }: Page) {
    hold({ id, ids: saved.map((page) => page._id) })
    announce(`${name} picked up. The arrow keys move it, Enter drops it, Escape puts it back.`)
  }
  function moveTo(index: number) {
    const now = latest.current
    if (!now) return
    const next = moved(now.ids, now.id, index)
    if (next.every((id, position) => id === now.ids[position])) return
    hold({ ...now, ids: next })
    announce(`${nameOf(now.id)}, ${next.indexOf(now.id) + 1} of ${next.length}.`)
  }
  function drop() {
    const now = latest.current
    if (!now) return
    hold(null)
    announce(`${nameOf(now.id)} dropped.`)
    if (now.ids.every((id, position) => id === saved[position]?._id)) return
    setSent({ ids: now.ids, saved: null })
    mutate(now.ids)
  }
  function cancel() {
    if (!latest.current) return
    announce(`${nameOf(latest.current.id)} is back where it was.`)
    hold(null)
  }

  function onKey(page: Page, index: number, event: KeyboardEvent) {
    const act = actionOf(event.key, latest.current?.id === page._id)
    if (!act) return
    const acts = {
      pickUp: () => pickUp(page),
      drop,
      cancel,
      back: () => moveTo(index - 1),
      on: () => moveTo(index + 1),
    }
    event.preventDefault()
    acts[act]()
  }

  return {
    /** The pages in the order of the document. While a card is held this stays: a card that moves loses the pointer. */
    shown: saved,
    /** Where a page is seen, from 0. */
    placeOf: (id: string) => ids.indexOf(id),
    said,
    heldId: held?.id ?? null,
    cancel,
    pickUp,
    moveTo,
    drop,
    onKey,
  }
}
export type PageOrder = ReturnType<typeof usePageOrder>

const heldKeys = { Escape: 'cancel', ArrowLeft: 'back', ArrowRight: 'on' } as const

function actionOf(key: string, isHeld: boolean) {
  if (key === 'Enter' || key === ' ') return isHeld ? 'drop' : 'pickUp'
  return isHeld && key in heldKeys ? heldKeys[key as keyof typeof heldKeys] : null
}
