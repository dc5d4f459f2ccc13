// The limit of signing in: `POST /?times=N` compares a password with its hash, as many at once as the product does.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verify } from '@node-rs/argon2'

const { HASH = '', PASSWORD = '', AT_ONCE } = process.env

async function many(times: number): Promise<void> {
  let left = times
  const one = async () => {
    while (left-- > 0) if (!(await verify(HASH, PASSWORD))) throw new Error('HASH is not the hash of PASSWORD')
  }
  await Promise.all(Array.from({ length: Number(AT_ONCE) }, one))
}

const server = createServer(async (request, response) => {
  await many(Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('times')))
  response.end()
})
server.listen(0, '127.0.0.1', () => {
  console.log(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit(0))
