import { useSuspended } from '@atalaya/module-sdk'
import { usePhotos } from '@atalaya/module-sdk/photos'
import { useCallback, useEffect, useRef, useState } from 'react'
import { shrink } from './shrink.ts'

const REFRESH_MS = 60_000

type Refusal = { name: string; why: string }
export type Album = {
  /** Null before they were read once. */
  ids: readonly string[] | null
  isUnread: boolean
  /** Progress of the present upload, in files. */
  progress: { done: number; total: number } | null
  /** Failures of adding, by file, or of removing. */
  refusals: readonly Refusal[]
  add(files: readonly File[]): void
  remove(id: string): void
  dismiss(): void
}

/**
 * Photos of the widget, read while it is in sight. Files are added one after the other; a failed one does not stop the
 * rest.
 */
export function useAlbum(): Album {
  const store = usePhotos()
  const isSuspended = useSuspended()
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const [isUnread, setUnread] = useState(false)
  const [progress, setProgress] = useState<Album['progress']>(null)
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const queue = useRef(Promise.resolve())

  const refresh = useCallback(async () => {
    try {
      const read = await store.list()
      setIds((known) => (known?.join() === read.join() ? known : read))
      setUnread(false)
    } catch {
      setUnread(true)
    }
  }, [store])

  useEffect(() => {
    if (isSuspended) return
    void refresh()
    const timer = setInterval(refresh, REFRESH_MS)
    return () => clearInterval(timer)
  }, [isSuspended, refresh])

  const attempt = useCallback(
    async (name: string, work: () => Promise<void>) => {
      try {
        await work()
        await refresh()
      } catch (error) {
        setRefusals((others) => [...others, { name, why: (error as Error).message }])
      }
    },
    [refresh],
  )

  const add = useCallback(
    (files: readonly File[]) => {
      if (files.length === 0) return
      setRefusals([])
      setProgress((now) => ({ done: now?.done ?? 0, total: (now?.total ?? 0) + files.length }))
      for (const file of files) {
        queue.current = queue.current.then(async () => {
          await attempt(file.name, async () => store.add(await shrink(file)))
          setProgress((now) => (now && now.done + 1 < now.total ? { ...now, done: now.done + 1 } : null))
        })
      }
    },
    [attempt, store],
  )
  const remove = useCallback((id: string) => void attempt('Not removed', () => store.remove(id)), [attempt, store])
  const dismiss = useCallback(() => setRefusals([]), [])
  return { ids, isUnread, progress, refusals, add, remove, dismiss }
}
