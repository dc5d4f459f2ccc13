import { folderInWords } from './in-words.ts'

/** Called with an error, and with null once it is over. */
export type Note = (error: unknown) => void

/** Effects of a trouble, in words. */
const SUFFERING = {
  commands: 'Commands are refused',
  measurements: 'Measurements are kept in memory only',
  folder: 'Nothing new can be kept',
}
export type Place = keyof typeof SUFFERING

/** Troubles of the machine that concern the agent. They show in its status, as a number, and in its log. */
export function createTroubles(onChange: (why: string | null) => void) {
  const reasons = new Map<Place, string>()

  function why(): string | null {
    const texts = [...reasons].map(([place, reason]) => `${SUFFERING[place]}: ${reason}`)
    return texts.length > 0 ? texts.join('. ') : null
  }

  return {
    note(place: Place, error: unknown): void {
      const before = why()
      if (error === null) reasons.delete(place)
      else reasons.set(place, folderInWords(error))
      if (why() !== before) onChange(why())
    },
    has: (place: Place): boolean => reasons.has(place),
    count: (): number => reasons.size,
    /** All of it for people; null if all is well. */
    why,
  }
}
