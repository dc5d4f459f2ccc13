// The limit of signing in: `POST /?times=N` compares a password with its hash, as many at once as the product does. It
// then keeps one row that is on the disk.
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { verify } from '@node-rs/argon2'
import { serveTimes } from './serve-times.ts'

const { HASH = '', PASSWORD = '', CONCURRENCY, DATA_DIR = '.' } = process.env

const db = new DatabaseSync(path.join(DATA_DIR, 'limit.db'))
db.exec('pragma journal_mode = wal; pragma synchronous = full; create table bare_sessions (hash text)')
const insert = db.prepare('insert into bare_sessions values (?)')

async function signInMany(times: number): Promise<void> {
  let left = times
  const worker = async () => {
    while (left-- > 0) {
      if (!(await verify(HASH, PASSWORD))) throw new Error('HASH is not the hash of PASSWORD')
      insert.run(HASH)
    }
  }
  await Promise.all(Array.from({ length: Number(CONCURRENCY) }, worker))
}

serveTimes(signInMany)
