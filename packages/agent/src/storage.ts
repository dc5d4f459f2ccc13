import { createJournal } from './commands/journal.ts'
import { checkFolder } from './disk/folder-check.ts'
import { createOutbox } from './disk/outbox.ts'
import { createTroubles, type Trouble } from './disk/troubles.ts'
import type { Log } from './log.ts'

type Setup = {
  folder: string
  run: string
  now: () => number
  log: Log
  /** Called with the present trouble, and with null once there is none. */
  onChange(why: string | null): void
}

/** State that outlives a restart of the agent, in its folder, and the troubles with it. */
export function createStorage({ folder, run, now, log, onChange }: Setup) {
  const troubles = createTroubles((why) => {
    log.say(why ?? 'All can be kept again')
    onChange(why)
  })
  const reporterOf = (trouble: Trouble) => (error: unknown) => troubles.report(trouble, error)
  const journal = createJournal({ folder, run, now, report: reporterOf('commands') })
  const outbox = createOutbox({ folder, runId: run, report: reporterOf('measurements') })

  return {
    journal,
    outbox,
    troubles,
    /** Checks the folder and retries failed writes. True if the journal could be written again just now. */
    async recover(): Promise<boolean> {
      const failure = await checkFolder(folder).then(
        () => null,
        (error: unknown) => error,
      )
      const isGone = failure !== null && (failure as NodeJS.ErrnoException).code === 'ENOENT'
      const isHealed = (isGone || troubles.has('commands')) && journal.heal()
      if (isHealed || troubles.has('measurements')) outbox.persist()
      troubles.report('folder', isGone && isHealed ? null : failure)
      return isHealed
    },
  }
}
