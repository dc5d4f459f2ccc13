import { useStorage, useSuspended } from '@atalaya/module-sdk'
import { useEffect, useRef, useState } from 'react'
import { currentJoke, type Deck, deckOf, drawNext, newDeck } from './deck.ts'

/** Interval of new jokes: often enough that visitors find one, rare enough to disturb nobody. */
const JOKE_INTERVAL_MS = 60 * 60_000
const CHECK_EVERY_MS = 60_000

/** Index of the present joke among `count`, and a function for the next; null until the position is loaded. */
export function useJokes(count: number) {
  const storage = useStorage()
  const isSuspended = useSuspended()
  const [deck, setDeck] = useState<Deck | null>(null)
  const latest = useRef<Deck | null>(null)

  function show(from: Deck) {
    const next = drawNext(from, count, Date.now())
    latest.current = next
    setDeck(next)
    // If the position is not stored, some jokes come again later.
    storage.write(next).catch(() => undefined)
  }
  const latestShow = useRef(show)
  useEffect(() => {
    latestShow.current = show
  })

  useEffect(() => {
    let isOver = false
    void storage
      .read()
      .catch(() => null)
      .then((stored) => {
        if (isOver) return
        const known = deckOf(stored, count)
        latest.current = known
        setDeck(known)
        if (!known || known.told === 0) latestShow.current(newDeck(Date.now()))
      })
    return () => {
      isOver = true
    }
  }, [storage, count])

  useEffect(() => {
    if (isSuspended) return
    const check = () => {
      const known = latest.current
      // An hour ahead only if a clock was set back: the time of the last joke is then unknown.
      if (known && Math.abs(Date.now() - known.at) >= JOKE_INTERVAL_MS) latestShow.current(known)
    }
    check()
    const timer = setInterval(check, CHECK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isSuspended])

  return { joke: deck && currentJoke(deck, count), next: () => deck && show(deck) }
}
