import { execFile } from 'node:child_process'
import type { KeyObject } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { writeWhole } from '#agent/disk/whole-file.ts'
import { Refused } from './action.ts'
import { downloadProgram } from './download.ts'
import { signedAtOf } from './signature.ts'

/** The new file must at least say its version in this time. */
const VERSION_TIMEOUT_MS = 10_000
/** A new version that has not reached the server by then gives way to the old one. */
const TRIAL_MS = 60_000
/** Exists while a new version is on trial. */
const MARK = 'update.json'
const EXECUTABLE = 0o755

const run = promisify(execFile)

type Setup = {
  server: URL
  /** Public key that must have signed a new file; null if the machine trusts its server. */
  key: KeyObject | null
  file: string
  state: string
  onError(error: unknown): void
  trialMs?: number
}

/**
 * Replaces this agent's own file by the server's. The new file is checked and tried before it takes the old one's
 * place. The old one is kept until the new one has reached the server.
 */
export function createUpdater({ server, key, file, state, onError, trialMs = TRIAL_MS }: Setup) {
  const previous = `${file}.previous`
  const mark = path.join(state, MARK)
  let trial: NodeJS.Timeout | undefined

  /** Runs `work`; true if it worked. A disk that refuses a write must not end this agent. */
  function attempt(work: () => void): boolean {
    try {
      work()
      return true
    } catch (error) {
      onError(error)
      return false
    }
  }

  function restorePrevious(): boolean {
    const isBack = existsSync(previous) && attempt(() => renameSync(previous, file))
    attempt(() => rmSync(mark, { force: true }))
    return isBack
  }

  return {
    /**
     * Puts the server's version in place of this file. False if it is the same version.
     * @throws Error that says why nothing was changed; Refused without the signature that this machine needs.
     */
    async fetchNewer(signal: AbortSignal): Promise<boolean> {
      if (!file.endsWith('.mjs')) throw new Error('This agent runs from its sources')
      const bytes = await downloadProgram(server, signal)
      const present = readFileSync(file)
      if (bytes.equals(present)) return false
      if (key) checkRelease(bytes, present, key)
      const fresh = `${file}.new.mjs`
      try {
        writeWhole(fresh, bytes, { mode: EXECUTABLE })
        await run(process.execPath, [fresh, '--version'], { timeout: VERSION_TIMEOUT_MS, signal })
        signal.throwIfAborted()
        writeWhole(previous, present, { mode: EXECUTABLE })
        writeWhole(mark, '')
        renameSync(fresh, file)
        return true
      } finally {
        rmSync(fresh, { force: true })
      }
    },

    /** First run of a new version: restores the old one and calls `onRestored`, unless `confirm` comes in time. */
    startTrial({ onRestored }: { onRestored(): void }): void {
      if (!existsSync(mark)) return
      trial = setTimeout(() => {
        if (restorePrevious()) onRestored()
      }, trialMs)
    },

    /** The new version reached the server: it stays. */
    confirm(): void {
      clearTimeout(trial)
      attempt(() => rmSync(mark, { force: true }))
    },
  }
}

/** @throws Refused unless `key` signed the new program, later than the present one. */
function checkRelease(fresh: Buffer, present: Buffer, key: KeyObject): void {
  const signedAt = signedAtOf(fresh, key)
  const before = signedAtOf(present, key)
  if (signedAt === null) {
    throw new Refused("The server's agent is not signed with the key of this machine: sign it with npm run agent:sign")
  }
  if (before !== null && signedAt <= before) {
    throw new Refused(`The server's agent was signed ${signedAt}, before the one that runs here (${before})`)
  }
}
