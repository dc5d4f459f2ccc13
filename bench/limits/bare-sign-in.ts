// The limit of signing in: the minimal program that keeps the promises of a sign-in. A POST with name and password
// counts the guess on the disk while the password is compared with its hash. Session, tokens, time of the last sign-in
// and audit entry are on the disk before the answer with the tokens. `POST /bare?times=N` only compares, and keeps one
// row.
import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { verify } from '@node-rs/argon2'
import fastify from 'fastify'
import { openStore } from './bare-store.ts'

const { HASH = '', PASSWORD = '', CONCURRENCY } = process.env
const TABLES = [
  'create table accounts (name text primary key, last_login bigint)',
  'create table guesses (name text primary key, failures int not null, at bigint not null)',
  'create table sessions (id text primary key, name text not null, agent text not null, at bigint not null)',
  'create table access_tokens (hash text primary key, session text not null, ends bigint not null)',
  'create table refresh_tokens (hash text primary key, session text not null, ends bigint not null)',
  'create table audit (at bigint not null, action text not null, who text not null)',
  'create table bare_sessions (hash text not null)',
]
const COUNT_GUESS = `insert into guesses values ($1, 1, $2)
  on conflict (name) do update set failures = failures + 1, at = excluded.at`

const NOTE_LOGIN = `insert into accounts values ($1, $2)
  on conflict (name) do update set last_login = excluded.last_login`

const store = await openStore(TABLES)
const newToken = () => randomBytes(32).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

async function openSession(name: string, userAgent: string) {
  const at = Date.now()
  const [session, accessToken, refreshToken] = [newToken(), newToken(), newToken()]
  await store.inTransaction(async () => {
    await store.run(NOTE_LOGIN, [name, at])
    await store.run('insert into sessions values ($1, $2, $3, $4)', [session, name, userAgent, at])
    await store.run('insert into access_tokens values ($1, $2, $3)', [hashOf(accessToken), session, at])
    await store.run('insert into refresh_tokens values ($1, $2, $3)', [hashOf(refreshToken), session, at])
    await store.run('delete from guesses where name = $1', [name])
    await store.run('insert into audit values ($1, $2, $3)', [at, 'auth.login', name])
  })
  return { accessToken, refreshToken }
}

async function compareMany(times: number): Promise<void> {
  let left = times
  const worker = async () => {
    while (left-- > 0) {
      if (!(await verify(HASH, PASSWORD))) throw new Error('HASH is not the hash of PASSWORD')
      await store.run('insert into bare_sessions values ($1)', [HASH])
    }
  }
  await Promise.all(Array.from({ length: Number(CONCURRENCY) }, worker))
}

const app = fastify()
app.post<{ Body: { username: string; password: string } }>('/', async ({ body, headers }) => {
  const count = () => store.run(COUNT_GUESS, [body.username, Date.now()])
  const [matches] = await Promise.all([verify(HASH, body.password), store.inTransaction(count)])
  if (!matches) throw new Error('HASH is not the hash of PASSWORD')
  return { tokens: await openSession(body.username, headers['user-agent'] ?? ''), user: { username: body.username } }
})
app.post<{ Querystring: { times: string } }>('/bare', async ({ query }) => {
  await compareMany(Number(query.times))
  return {}
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.once('SIGTERM', () => process.exit(0))
console.log(`ready on http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
