import { folderFaultText } from './fault-texts.ts'

/** Called with an error, and with null once it is over. */
export type Report = (error: unknown) => void

/** Effects of a trouble, in words. */
const EFFECTS = {
  commands: 'Commands are refused',
  measurements: 'Measurements are kept in memory only',
  folder: 'Nothing new can be kept',
}
export type Trouble = keyof typeof EFFECTS

/** Troubles of the machine that concern the agent. They show in its status, as a number, and in its log. */
export function createTroubles(onChange: (why: string | null) => void) {
  const reasons = new Map<Trouble, string>()

  function reasonText(): string | null {
    const texts = [...reasons].map(([trouble, reason]) => `${EFFECTS[trouble]}: ${reason}`)
    return texts.length > 0 ? texts.join('. ') : null
  }

  return {
    report(trouble: Trouble, error: unknown): void {
      const before = reasonText()
      if (error === null) reasons.delete(trouble)
      else reasons.set(trouble, folderFaultText(error))
      if (reasonText() !== before) onChange(reasonText())
    },
    has: (trouble: Trouble): boolean => reasons.has(trouble),
    count: (): number => reasons.size,
    /** Reason for the agent's status, for people; null if there is no trouble. */
    reasonText,
  }
}
