import { useAwaySince, useSuspended } from '@atalaya/module-sdk'
import { usePhotos } from '@atalaya/module-sdk/photos'
import { useCallback, useEffect, useRef, useState } from 'react'
import { shrink } from './shrink.ts'

const REFRESH_EVERY_MS = 60_000

type Refusal = { name: string; why: string }
export type Album = {
  /** Null before they were read once. */
  ids: readonly string[] | null
  isUnreadable: boolean
  /** Progress of the present upload, in files. */
  progress: { done: number; total: number } | null
  /** Failures of adding, by file, of moving, or of removing. */
  refusals: readonly Refusal[]
  add(files: readonly File[]): void
  /** Moves one to a place, counted from 0; seen at once. */
  move(id: string, to: number): void
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
  const isAway = useAwaySince() !== null
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const [progress, setProgress] = useState<Album['progress']>(null)
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const queue = useRef(Promise.resolve())
  /** Number of moves that the server has not answered; while there are any, its order is not shown. */
  const unansweredMoves = useRef(0)
  /** Numbers of the newest read and of the read that is shown. A late answer with a lower number is dropped. */
  const readNumbers = useRef({ begun: 0, shown: 0 })

  const refresh = useCallback(async () => {
    readNumbers.current.begun += 1
    const readNumber = readNumbers.current.begun
    try {
      const read = await store.list()
      if (unansweredMoves.current > 0 || readNumber < readNumbers.current.shown) return
      readNumbers.current.shown = readNumber
      setIds((known) => (known?.join() === read.join() ? known : read))
      setUnreadable(false)
    } catch {
      setUnreadable(true)
    }
  }, [store])

  useEffect(() => {
    if (isSuspended) return
    void refresh()
    // Reads again as soon as the server answers.
    if (isAway) return
    const timer = setInterval(refresh, REFRESH_EVERY_MS)
    return () => clearInterval(timer)
  }, [isAway, isSuspended, refresh])

  const attempt = useCallback(
    async (name: string, work: () => Promise<void>) => {
      try {
        await work()
        // A read that began before this change does not know it.
        readNumbers.current.shown = readNumbers.current.begun + 1
      } catch (error) {
        setRefusals((others) => [...others, { name, why: (error as Error).message }])
      }
      await refresh()
    },
    [refresh],
  )

  const add = useCallback(
    (files: readonly File[]) => {
      if (files.length === 0) return
      setRefusals([])
      setProgress((current) => ({ done: current?.done ?? 0, total: (current?.total ?? 0) + files.length }))
      for (const file of files) {
        queue.current = queue.current.then(async () => {
          await attempt(file.name, async () => store.add(await shrink(file)))
          setProgress((current) =>
            current && current.done + 1 < current.total ? { ...current, done: current.done + 1 } : null,
          )
        })
      }
    },
    [attempt, store],
  )
  const move = useCallback(
    (id: string, to: number) => {
      const others = (ids ?? []).filter((other) => other !== id)
      setIds(others.toSpliced(to, 0, id))
      unansweredMoves.current += 1
      queue.current = queue.current.then(() =>
        attempt('Not moved', async () => {
          try {
            await store.move(id, others[to] ?? null)
          } finally {
            unansweredMoves.current -= 1
          }
        }),
      )
    },
    [attempt, ids, store],
  )
  const remove = useCallback(
    (id: string) =>
      void attempt('Not removed', async () => {
        await store.remove(id)
        setIds((known) => known?.filter((other) => other !== id) ?? null)
      }),
    [attempt, store],
  )
  const dismiss = useCallback(() => setRefusals([]), [])
  return { ids, isUnreadable, progress, refusals, add, move, remove, dismiss }
}
