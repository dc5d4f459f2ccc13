// Signing in, against the bare comparison of a password with its hash.
import { createPasswords } from '../apps/server/src/auth/passwords.ts'
import { alternate, asked, type Work } from './load.ts'
import { startProduct, startProgram } from './programs.ts'
import { keep } from './results.ts'
import { account, call, profile } from './swarm.ts'

const ROUNDS = { rounds: 7, seconds: 2 }
const TIMES = 8
/** As many as the product compares at once. */
const AT_ONCE = 4

const server = await startProduct()
/** One each: the product looks at the passwords of an account one after the other. */
const names = Array.from({ length: AT_ONCE }, (_, n) => `${account.username}${n}`)
for (const username of names) {
  const body = { ...account, ...profile, username, email: `${username}@example.org` }
  await call(`${server.url}/auth/register`, 'POST', body)
}
let next = 0
const shot = {
  url: `${server.url}/auth/login`,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: () => JSON.stringify({ ...account, username: names[next++ % AT_ONCE] }),
}
const ours = asked(() => [server.pid], shot, AT_ONCE)

const HASH = await createPasswords().hashNew(account.password, { ...account, ...profile }, 'password')
const settings = { HASH, PASSWORD: account.password, AT_ONCE: String(AT_ONCE) }
const limit = await startProgram('bench/limits/bare-argon2.ts', settings)
const least: Work = {
  pids: () => [limit.pid],
  once: () => fetch(`${limit.url}/?times=${TIMES}`, { method: 'POST' }),
  times: TIMES,
  width: 1,
}
const rounds = await alternate(least, ours, ROUNDS)
ours.close()
await Promise.all([server.stop(), limit.stop()])
const figure = { what: 'Sign-in', limit: 'bare argon2id, same settings', goal: 0.9 }
keep('login', {
  measured: [
    { ...figure, unit: 'sign-ins/CPU s', rounds: rounds('perCpuSecond') },
    { ...figure, unit: 'sign-ins/s', rounds: rounds('perSecond') },
  ],
})
