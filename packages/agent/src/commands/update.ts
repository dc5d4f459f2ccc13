import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const FILE_MAX_BYTES = 10 * 1024 * 1024
/** The new file must at least say its version in this time. */
const TRY_MS = 10_000
/** A new version that has not reached the server by then gives way to the old one. */
const TRIAL_MS = 60_000
const MARK = 'update.json'

type Setup = { server: URL; file: string; state: string; trialMs?: number }

/**
 * Replaces this agent's own file by the server's. The new file is checked against the server's SHA-256 and tried before
 * it takes the old one's place; the old one is kept until the new one has reached the server.
 */
export function createUpdater({ server, file, state, trialMs = TRIAL_MS }: Setup) {
  const previous = `${file}.previous`
  const mark = path.join(state, MARK)
  let trial: NodeJS.Timeout | undefined

  return {
    /** @throws Error that says why nothing was changed. */
    async fetchNewer(signal: AbortSignal): Promise<void> {
      if (!file.endsWith('.mjs')) throw new Error('This agent runs from its sources')
      const url = new URL(`${server.pathname.replace(/\/+$/, '')}/agent.mjs`, server)
      const response = await fetch(url, { signal })
      if (!response.ok) throw new Error(`The server answered ${response.status}`)
      const bytes = Buffer.from(await response.arrayBuffer())
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const promised = response.headers.get('etag')?.replaceAll('"', '')
      if (bytes.length > FILE_MAX_BYTES || sha256 !== promised)
        throw new Error('The file is not what the server promised')
      if (bytes.equals(readFileSync(file))) throw new Error('Already up to date')
      const fresh = `${file}.new.mjs`
      writeFileSync(fresh, bytes, { mode: 0o755 })
      try {
        execFileSync(process.execPath, [fresh, '--version'], { timeout: TRY_MS, stdio: 'pipe' })
        copyFileSync(file, previous)
        writeFileSync(mark, JSON.stringify({ sha256 }))
        renameSync(fresh, file)
      } finally {
        rmSync(fresh, { force: true })
      }
    },

    /** On the first run of a new version: puts the old one back and calls `leave`, unless `confirm` comes in time. */
    startTrial(leave: () => void): void {
      if (!existsSync(mark)) return
      trial = setTimeout(() => {
        rmSync(mark, { force: true })
        if (!existsSync(previous)) return
        renameSync(previous, file)
        leave()
      }, trialMs)
    },

    /** The new version reached the server: it stays. */
    confirm(): void {
      clearTimeout(trial)
      rmSync(mark, { force: true })
    },
  }
}
