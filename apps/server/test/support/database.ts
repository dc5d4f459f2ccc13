import { randomUUID } from 'node:crypto'
import pg from 'pg'
import './provided.ts'

/**
 * Creates a PostgreSQL database on the given server, empty or a copy of `template`. Returns null for 'sqlite', which
 * uses a file in DATA_DIR.
 */
export async function createDatabase(server: string, template = 'template1') {
  if (server === 'sqlite') return null
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  // The default strategy writes the copy to the WAL, which takes twice the processor time.
  await run(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = name
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}
