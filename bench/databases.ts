import { readdirSync, readFileSync } from 'node:fs'
import { createDatabase, startPostgres } from '@atalaya/testbed/postgres'

/** Database of a program: SQLite, or a PostgreSQL that syncs each commit to the disk. */
export type Database = {
  name: 'SQLite' | 'PostgreSQL'
  /** Settings of a program that gets an empty database of its own. */
  fresh: () => Promise<Record<string, string>>
  /** The processes that work for it, besides the program's own. */
  pids: () => number[]
  stop: () => Promise<void>
}

const sqlite: Database = { name: 'SQLite', fresh: async () => ({}), pids: () => [], stop: async () => {} }

async function startPostgresql(): Promise<Database> {
  // Default settings: commits are synced to the disk.
  const { url, pid: readPid, stop } = await startPostgres({})
  const pid = readPid() ?? 0
  const fresh = async () => ({ DATABASE_URL: await createDatabase(url) })
  return { name: 'PostgreSQL', fresh, pids: () => [pid, ...childrenOf(pid)], stop }
}

/** Both, one after the other. */
export async function* databases(): AsyncGenerator<Database> {
  yield sqlite
  const postgres = await startPostgresql()
  yield postgres
  await postgres.stop()
}

/** Each connection to PostgreSQL is a process below its first one. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number)
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name in parentheses come the state and the parent's id: proc(5).
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    // The process has ended since it was listed.
    return null
  }
}
