import { existsSync } from 'node:fs'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createDatabase, startPostgres } from './postgres.ts'

async function ask(url: string, question: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(question)).rows
  } finally {
    await client.end()
  }
}

test('the test server has separate databases, and removes its files when it stops', async () => {
  const postgres = await startPostgres()
  const [one, two] = await Promise.all([createDatabase(postgres.url), createDatabase(postgres.url)])
  await ask(one, 'CREATE TABLE only_here (id int)')
  expect(await ask(one, 'SELECT * FROM only_here')).toEqual([])
  await expect(ask(two, 'SELECT * FROM only_here')).rejects.toThrow('does not exist')
  const [{ data_directory: folder }] = await ask(one, 'SHOW data_directory')
  await postgres.stop()
  expect(existsSync(folder)).toBe(false)
  await expect(ask(one, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
})
