import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Config } from '#server/config.ts'
import { StartError } from '#server/domain/errors.ts'

/** Time that a start waits for a server that is just stopping. */
const STOPPING_MS = 15_000
const RETRY_EVERY_MS = 500
const CONNECT_MS = 5_000
const KEYS = `hashtext('atalaya'), hashtext(current_schema())`
const TAKE_EXCLUSIVE = `select pg_try_advisory_lock(${KEYS}) as taken`
const TAKE_SHARED = `select pg_try_advisory_lock_shared(${KEYS}) as taken`
/**
 * Makes PostgreSQL notice within 15 seconds, not after hours, that a machine is gone, and release its lock. The
 * connection is always idle, so the database must not end idle ones.
 */
const KEEPALIVE = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2;
  set idle_session_timeout = 0`

const IN_USE =
  'Another Atalaya already uses the database of DATABASE_URL; stop it first, or set NATS_URL on both (docs/deploy.md)'
const IN_USE_MEANWHILE =
  'Another Atalaya started on the same database while the connection was lost; stop one of them, or set NATS_URL on both'

/**
 * Locks the PostgreSQL database for this process, as `lockFolder` locks the folder. Held until the returned function is
 * called or the process ends in any way. It is an advisory lock of PostgreSQL, on a connection of its own. If the
 * connection breaks, the lock is taken again.
 *
 * Instances that NATS connects share the lock, which keeps a server without NATS out.
 *
 * @throws StartError if another server has it after `waitMs`
 */
export async function lockDatabase(
  { DATABASE_URL, NATS_URL }: Pick<Config, 'DATABASE_URL' | 'NATS_URL'>,
  warn: (line: string) => void,
  waitMs = STOPPING_MS,
): Promise<() => Promise<void>> {
  if (!DATABASE_URL) return async () => {}
  const statement = NATS_URL ? TAKE_SHARED : TAKE_EXCLUSIVE
  // The driver takes 3 MB of memory.
  const { default: pg } = await import('pg')
  const stopping = new AbortController()
  let lockClient: Client | null = null

  /** Tries to take the lock; true if this process has it. Null if PostgreSQL is away, which is reported elsewhere. */
  async function take(): Promise<boolean | null> {
    const client = new pg.Client({
      connectionString: DATABASE_URL,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    })
    // An `end` follows, which takes the lock again.
    client.on('error', () => {})
    const hasLock = await tryLock(client, statement)
    if (hasLock !== true || stopping.signal.aborted) {
      await client.end().catch(() => {})
      return hasLock
    }
    lockClient = client
    client.once('end', takeAgainInBackground)
    return true
  }

  /** Takes the lock again, until that succeeds or the process ends. */
  async function takeAgain(): Promise<void> {
    let isReported = false
    while (!stopping.signal.aborted) {
      const hasLock = await take()
      if (hasLock) return
      if (hasLock === false && !isReported) warn(IN_USE_MEANWHILE)
      isReported ||= hasLock === false
      await delay(RETRY_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  function takeAgainInBackground(): void {
    takeAgain().catch((error: unknown) => warn(String(error)))
  }

  const until = performance.now() + waitMs
  let hasLock = await take()
  while (hasLock === false) {
    if (performance.now() >= until) throw new StartError(IN_USE)
    await delay(RETRY_EVERY_MS)
    hasLock = await take()
  }
  if (hasLock === null) takeAgainInBackground()
  return async () => {
    stopping.abort()
    await lockClient?.end().catch(() => {})
  }
}

async function tryLock(client: Client, statement: string): Promise<boolean | null> {
  try {
    await client.connect()
    await client.query(KEEPALIVE)
    const { rows } = await client.query<{ taken: boolean }>(statement)
    return rows[0]?.taken ?? null
  } catch {
    return null
  }
}
