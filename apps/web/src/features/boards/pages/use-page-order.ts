import type { Page } from '@atalaya/contract/dashboard'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reorderPages } from '#web/features/boards/boards.queries.ts'
import { inIdOrder } from '#web/features/boards/pages/page-list.ts'
import { useHeldOrder } from '#web/lib/use-held-order.ts'

/** Order in flight; `saved` is the server's answer. */
type PendingOrder = { ids: readonly string[]; saved: readonly Page[] | null }

/** True once all pages are at least as new as the server's answer. */
function isCaughtUp(pages: readonly Page[], { saved }: PendingOrder): boolean {
  const versions = new Map(pages.map((page) => [page._id, page.version]))
  return saved?.every(({ _id, version }) => (versions.get(_id) ?? version) >= version) ?? false
}

/** Order of the pages: the saved one, the one in flight, and the one while a card is moved. */
export function usePageOrder(pages: readonly Page[]) {
  const [pending, setPending] = useState<PendingOrder | null>(null)
  const options = reorderPages(useQueryClient())
  const { mutate } = useMutation({
    ...options,
    onSuccess: (answer, ids, ...rest) => {
      setPending((now) => (now?.ids === ids ? { ids, saved: answer.pages } : now))
      return options.onSuccess?.(answer, ids, ...rest)
    },
    onError: (error, ids, ...rest) => {
      setPending((now) => (now?.ids === ids ? null : now))
      return options.onError?.(error, ids, ...rest)
    },
  })

  const saved = pending && !isCaughtUp(pages, pending) ? inIdOrder(pages, pending.ids) : pages
  const order = useHeldOrder({
    ids: saved.map((page) => page._id),
    nameOf: (id) => pages.find((page) => page._id === id)?.name ?? '',
    keys: { back: 'ArrowLeft', forward: 'ArrowRight' },
    onOrder(ids) {
      setPending({ ids, saved: null })
      mutate(ids)
    },
  })
  return {
    /** Pages in DOM order. Constant while a card is held: a moved element loses its pointer capture. */
    shownPages: saved,
    ...order,
  }
}
export type PageOrder = ReturnType<typeof usePageOrder>
