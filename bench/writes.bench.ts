// Configuring a widget, against the bare transaction that changes the same rows, on both databases.
import { type Database, databases } from './databases.ts'
import { alternate, requestWork, type Work } from './load.ts'
import type { Measured } from './measured.ts'
import { startProduct, startProgram } from './programs.ts'
import { storeResults } from './results.ts'
import { call, signUp } from './swarm.ts'

const ROUNDS = { rounds: 7, seconds: 1.5 }
const GOALS = { SQLite: 0.6, PostgreSQL: 0.5 }
const PAGES = 16
/** Writes in one request to the bare program. */
const TIMES = 100
/** Core of limit and product; the sender has another one. */
const CORE = 0

type CreatedWidget = { page: { _id: string }; module: { _id: string } }

/** Makes pages with one widget each. Returns the addresses of the widgets. */
async function makeWidgets(server: string, accessToken: string): Promise<string[]> {
  const pages = `${server}/api/v1/dashboard/pages`
  const urls: string[] = []
  for (let n = 0; n < PAGES; n++) {
    const { page } = await call<CreatedWidget>(pages, 'POST', { name: `Page ${n}` }, accessToken)
    const body = { meta: { id: 'spark' }, config: {} }
    const { module } = await call<CreatedWidget>(`${pages}/${page._id}/modules`, 'POST', body, accessToken)
    urls.push(`${pages}/${page._id}/modules/${module._id}`)
  }
  return urls
}

async function writesOn(database: Database): Promise<Measured[]> {
  const server = await startProduct(await database.fresh(), CORE)
  const accessToken = await signUp(server.url)
  const urls = await makeWidgets(server.url, accessToken)
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  let count = 0
  const body = () => JSON.stringify({ config: { name: `Number ${count++}` } })
  const requests = urls.map((url) =>
    requestWork(() => [server.pid, ...database.pids()], { url, method: 'PATCH', headers, body }),
  )
  const [first] = requests
  if (!first) throw new Error('No widgets')
  let next = 0
  const ours = { ...first, once: () => (requests[next++ % requests.length] ?? first).once() }

  const limit = await startProgram('bench/limits/bare-write.ts', { ...(await database.fresh()), BODY: body() }, CORE)
  const limitWork: Work = {
    pids: () => [limit.pid, ...database.pids()],
    once: () => fetch(`${limit.url}/?times=${TIMES}`, { method: 'POST' }),
    times: TIMES,
    width: 1,
  }
  const rounds = await alternate(limitWork, ours, ROUNDS)
  for (const request of requests) request.close()
  await Promise.all([server.stop(), limit.stop()])
  const figure = { what: `A widget is configured, ${database.name}`, limit: 'bare transaction' }
  return [
    { ...figure, unit: 'writes/s', goal: GOALS[database.name], rounds: rounds('perSecond') },
    { ...figure, unit: 'writes/CPU s', goal: null, rounds: rounds('perCpuSecond') },
  ]
}

const measured: Measured[] = []
for await (const database of databases()) measured.push(...(await writesOn(database)))
storeResults('writes', { measured })
