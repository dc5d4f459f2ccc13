// Signing in, against the minimal program that keeps the same promises. That one is compared with the bare comparison
// of a password with its hash and one row on the disk.
import { createPasswords, shareOfAccount } from '../apps/server/src/passwords/passwords.ts'
import { alternate, requestWork, type Work } from './load.ts'
import { startProduct, startProgram } from './programs.ts'
import { storeResults } from './results.ts'
import { account, profile } from './swarm.ts'

const ROUNDS = { rounds: 7, seconds: 2 }
/** Comparisons in one request to the bare program. */
const TIMES = 8
/** As many as the product compares at once. */
const CONCURRENCY = 4
/** Enough accounts for the limit on sign-ins of each. */
const PEOPLE = 100

const server = await startProduct({ TRUST_PROXY: '127.0.0.1' })
/** Each from a network of its own (RFC 2544): sign-ins are limited by account and by network. */
const people = Array.from({ length: PEOPLE }, (_, n) => ({
  username: `${account.username}${n}`,
  headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.0.${n}` },
}))
for (const { username, headers } of people) {
  const body = JSON.stringify({ ...account, ...profile, username, email: `${username}@example.org` })
  const response = await fetch(`${server.url}/auth/register`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`The registration answered ${response.status}`)
}
let next = 0
const repeated = {
  url: `${server.url}/auth/login`,
  method: 'POST',
  get headers() {
    return people[next % PEOPLE]?.headers
  },
  body: () => JSON.stringify({ ...account, username: people[next++ % PEOPLE]?.username }),
}
const ours = requestWork(() => [server.pid], repeated, CONCURRENCY)

const HASH = await createPasswords().hashNew(
  account.password,
  { ...account, ...profile },
  'password',
  shareOfAccount('bench'),
)
const settings = { HASH, PASSWORD: account.password, CONCURRENCY: String(CONCURRENCY) }
const limit = await startProgram('bench/limits/bare-sign-in.ts', settings)
const pids = () => [limit.pid]
const minimal = requestWork(pids, { ...repeated, url: limit.url }, CONCURRENCY)
const bare: Work = {
  pids,
  once: () => fetch(`${limit.url}/bare?times=${TIMES}`, { method: 'POST' }),
  times: TIMES,
  width: 1,
}
const rounds = await alternate(minimal, ours, ROUNDS)
const floor = await alternate(bare, minimal, ROUNDS)
for (const work of [ours, minimal]) work.close()
await Promise.all([server.stop(), limit.stop()])
const MINIMAL = 'POST, argon2id, the same rows on the disk'
const figure = { what: 'Sign-in', limit: MINIMAL, goal: 0.85 }
const minimalFigure = { what: `That least program (${MINIMAL})`, limit: 'bare argon2id, a row on the disk', goal: null }
storeResults('login', {
  measured: [
    { ...figure, unit: 'sign-ins/CPU s', rounds: rounds('perCpuSecond') },
    { ...figure, unit: 'sign-ins/s', rounds: rounds('perSecond') },
    { ...minimalFigure, unit: 'sign-ins/CPU s', rounds: floor('perCpuSecond') },
    { ...minimalFigure, unit: 'sign-ins/s', rounds: floor('perSecond') },
  ],
})
