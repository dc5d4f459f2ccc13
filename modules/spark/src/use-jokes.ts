import { useStorage, useSuspended } from '@atalaya/module-sdk'
import { useEffect, useRef, useState } from 'react'
import { current, type Deck, deckOf, drawn, newDeck } from './deck.ts'

/** A new joke by itself, so that whoever comes by finds one, and not more often, so that nobody is disturbed. */
const EACH_MS = 60 * 60_000
const LOOK_MS = 60_000

/** Which of so many jokes is told, and how to tell the next; null until it is known which were told before. */
export function useJokes(count: number) {
  const storage = useStorage()
  const isSuspended = useSuspended()
  const [deck, setDeck] = useState<Deck | null>(null)
  const latest = useRef<Deck | null>(null)

  function tell(from: Deck) {
    const next = drawn(from, count, Date.now())
    latest.current = next
    setDeck(next)
    // What can't be kept is told again one day; that harms nobody.
    storage.write(next).catch(() => undefined)
  }
  const act = useRef(tell)
  useEffect(() => {
    act.current = tell
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
        if (!known || known.told === 0) act.current(newDeck(Date.now()))
      })
    return () => {
      isOver = true
    }
  }, [storage, count])

  useEffect(() => {
    if (isSuspended) return
    const look = () => {
      const known = latest.current
      if (known && Date.now() - known.at >= EACH_MS) act.current(known)
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [isSuspended])

  return { joke: deck && current(deck, count), next: () => deck && tell(deck) }
}
