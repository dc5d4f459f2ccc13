// The limit of signing in: `POST /?times=N` compares a password with its hash, as many at once as the product does.
import { verify } from '@node-rs/argon2'
import { serveTimes } from './serve-times.ts'

const { HASH = '', PASSWORD = '', AT_ONCE } = process.env

async function many(times: number): Promise<void> {
  let left = times
  const one = async () => {
    while (left-- > 0) if (!(await verify(HASH, PASSWORD))) throw new Error('HASH is not the hash of PASSWORD')
  }
  await Promise.all(Array.from({ length: Number(AT_ONCE) }, one))
}

serveTimes(many)
