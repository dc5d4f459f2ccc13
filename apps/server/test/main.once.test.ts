import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { someone } from '@atalaya/testbed/people'
import { type ServerProcess, startServer } from '@atalaya/testbed/server-process'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { createDatabase } from '#test/support/database.ts'

let folder: string
let database: Awaited<ReturnType<typeof createDatabase>>
let running: ServerProcess[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atalaya-main-'))
  database = await createDatabase(inject('database'))
  running = []
})
afterEach(async () => {
  for (const server of running) server.signal('SIGKILL')
  await Promise.all(running.map((server) => server.exited))
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

function start(environment: Record<string, string> = {}): ServerProcess {
  const server = startServer({ DATA_DIR: folder, DATABASE_URL: database?.url ?? '', ...environment })
  running.push(server)
  return server
}

describe('a start ends with one clear line and exit code 1 for', () => {
  async function refusal(environment: Record<string, string>) {
    const server = start(environment)
    expect(await server.exited).toBe(1)
    expect(server.output().trim().split('\n')).toHaveLength(1)
    return server.output()
  }

  test('an invalid setting', async () => {
    expect(await refusal({ PORT: 'eighty' })).toMatch(/^Atalaya can't start\. Setting PORT: /)
  })

  test('a host name of another machine', async () => {
    expect(await refusal({ HOST: 'nohost.invalid' })).toContain('HOST is no name or address of this machine')
  })

  test('a port in use', async () => {
    const other: Server = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    expect(await refusal({ PORT: String(port) })).toBe(
      `Atalaya can't start. Port ${port} is taken, perhaps by an Atalaya that already runs; set PORT to another one\n`,
    )
    other.close()
  })

  test('a data folder that cannot be written', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(await refusal({ DATA_DIR: file, DATABASE_URL: '' })).toContain('set DATA_DIR to a folder')
  })

  // Node's recursive mkdir would never end under /proc.
  test('a data folder in a place where no folder can be made', async () => {
    const output = await refusal({ DATA_DIR: '/proc/atalaya/data', DATABASE_URL: '' })
    expect(output).toContain('No folder can be made there; check DATA_DIR')
  })

  test('several instances on SQLite', async () => {
    const output = await refusal({ NATS_URL: 'nats://127.0.0.1:4222', DATABASE_URL: '' })
    expect(output).toContain('Setting NATS_URL: several instances need one PostgreSQL; set DATABASE_URL too')
  })

  test('several instances without a common key', async () => {
    const shared = { NATS_URL: 'nats://127.0.0.1:4222', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const output = await refusal({ ...shared, SECRET_KEY: '' })
    expect(output).toContain('Setting NATS_URL: several instances need one key; set SECRET_KEY too')
  })

  test('a database that does not answer', async () => {
    expect(await refusal({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).toContain('check DATABASE_URL')
  })

  test('a database of a newer version', async () => {
    const db = await openDatabase({ DATA_DIR: folder, DATABASE_URL: database?.url })
    const newer = { name: '999-from-the-future', timestamp: new Date().toISOString() }
    await db.withTables<{ kysely_migration: typeof newer }>().insertInto('kysely_migration').values(newer).execute()
    await db.destroy()
    expect(await refusal({})).toContain('written by a newer version of Atalaya')
  })
})

describe('a running server', () => {
  test('prints its address and how to become the administrator, and answers', async () => {
    const server = start()
    const address = await server.ready
    expect(await (await fetch(`${address}/readyz`)).json()).toEqual({
      status: 'ok',
      database: true,
      bus: true,
      disk: 'ok',
    })
    expect(server.output()).toContain(`the first one to register on ${address}/register is the administrator`)
    expect(server.output()).not.toContain('setup code')
  })

  const threeStarts = { timeout: 90_000 }
  test('reachable for other machines prints the setup code until there is an administrator', threeStarts, async () => {
    const startForOthers = () => start({ HOST: '0.0.0.0' })
    const codeAfter = async (server: ServerProcess) => {
      await server.ready
      server.signal('SIGTERM')
      await server.exited
      return /setup code (\S+)/.exec(server.output())?.[1]
    }
    const setupCode = await codeAfter(startForOthers())
    const server = startForOthers()
    const register = async (fields: object) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ ...someone(), ...fields })
      return fetch(`${await server.ready}/auth/register`, { method: 'POST', headers, body })
    }
    expect((await register({})).status).toBe(403)
    expect((await register({ setupCode })).status).toBe(200)
    expect(await codeAfter(server)).toBe(setupCode)
    expect(await codeAfter(startForOthers())).toBeUndefined()
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('finishes its work on %s and exits with 0', async (signal) => {
    const server = start()
    const address = await server.ready
    const person = { username: 'ada', email: 'ada@example.org', password: 'correct horse', name: 'A', surname: 'L' }
    const { answered, send } = await openRequest(`${address}/auth/register`)
    server.signal(signal)
    send(person)
    expect((await answered).statusCode).toBe(200)
    expect(await server.exited).toBe(0)
    expect(server.output()).toMatch(/Atalaya is stopping …\nAtalaya has stopped\n$/)
  })
})

/** Makes SIGUSR2 cause two uncaught errors. */
const PLANTED = `data:text/javascript,process.on('SIGUSR2',()=>{
setImmediate(()=>{throw new Error('planted in a callback')});
setImmediate(()=>{Promise.reject(new Error('planted in a promise'))})})`.replaceAll('\n', '')

test('an uncaught error is logged once with its cause and counted, and the server continues', async () => {
  const server = start({ NODE_OPTIONS: `--import=${PLANTED.replaceAll(' ', '%20')}`, LOG_LEVEL: 'error' })
  const address = await server.ready
  server.signal('SIGUSR2')
  const metrics = async () => (await fetch(`${address}/metrics`)).text()
  await expect.poll(metrics).toContain('atalaya_faults_total{where="nobody"} 2')
  const logged = () =>
    server
      .output()
      .match(/"message":"planted in a \w+/g)
      ?.sort()
  await expect.poll(logged).toEqual(['"message":"planted in a callback', '"message":"planted in a promise'])
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
})

/** Opens a request whose head the server has read: it has answered 100 Continue. `send` sends the body. */
async function openRequest(url: string) {
  const headers = { 'content-type': 'application/json', expect: '100-continue' }
  const request = httpRequest(url, { method: 'POST', headers })
  const answered = once(request, 'response').then(([response]) => response as IncomingMessage)
  request.flushHeaders()
  await once(request, 'continue')
  return { answered, send: (body: unknown) => void request.end(JSON.stringify(body)) }
}
