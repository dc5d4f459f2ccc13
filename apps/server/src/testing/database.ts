import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A PostgreSQL database of one's own on the given server; null for 'sqlite', where a file in DATA_DIR serves. */
export async function createDatabase(server: string) {
  if (server === 'sqlite') return null
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create database ${name}`)
  const url = new URL(server)
  url.pathname = name
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}
