import { randomInt, randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SignedIn } from '@atalaya/contract/auth'
import type { Route } from '@atalaya/contract/route'
import type { InjectOptions } from 'fastify'
import { inject } from 'vitest'
import { setupCodeOf } from '#server/auth/setup-code.ts'
import { type AppSettings, createApp } from '#server/compose/app.ts'
import { type Config, settings } from '#server/config.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import type { Db } from '#server/db/schema.ts'
import { secretKeyOf } from '#test/support/secret-key-of.ts'
import { createDatabase } from './database.ts'

export type Setup = {
  now?: () => number
  config?: Partial<Config> | undefined
  times?: AppSettings
}
export type CallOptions = {
  params?: Record<string, string>
  query?: Record<string, string | string[]>
  body?: unknown
  headers?: Record<string, string>
  /** IP address of the client; this machine's if absent. */
  from?: string
}

/** Minimum cost of argon2id, as the cost of hashing matters in few tests. */
export const CHEAP_HASHING = { memoryCost: 8, timeCost: 1, parallelism: 1 }
/** No limit: on a busy machine a hundred requests at once wait for connections longer than the product lets them. */
const FOREVER_MS = 0

/** The real application on a database of its own: SQLite in a new folder, or a new PostgreSQL database. */
export async function createTestApp({ now, config, times }: Setup = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-test-'))
  const database = await createDatabase(inject('database'), inject('migrated'))
  const parsed = settings.parse({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    SERVE_CLIENT: 'false',
    DATABASE_URL: database?.url,
  })
  if (!database) copyFileSync(inject('migrated'), sqliteFile(parsed))
  const start = async () => {
    const { app } = await createApp({ ...parsed, ...config }, now, {
      hashing: CHEAP_HASHING,
      connectMs: FOREVER_MS,
      ...times,
    })
    await app.ready()
    return app
  }
  let app = await start()

  /** Makes a call of the contract. Returns status, headers and the parsed body. */
  async function call(route: Route, options: CallOptions = {}, token?: string) {
    const url = route.path.replace(/:(\w+)/g, (_match, key: string) => encodeURIComponent(options.params?.[key] ?? ''))
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...options.headers }
    const { query, from: remoteAddress } = options
    const request: InjectOptions = { method: route.method, url, headers, query, remoteAddress }
    const reply = await app.inject(
      options.body === undefined ? request : { ...request, payload: options.body as object },
    )
    return { status: reply.statusCode, headers: reply.headers, body: reply.body === '' ? null : reply.json(), reply }
  }

  /** Listens on a port of the loopback address, a free one by default. Returns its address. */
  const listen = (port = 0) => app.listen({ host: '127.0.0.1', port })

  /** Registers an account and signs it in; the first account of an app is its administrator. */
  async function signUp(username = `user-${randomUUID().slice(0, 8)}`): Promise<SignedIn> {
    const credentials = { username, password: 'correct horse battery' }
    const profile = { email: `${username}@example.org`, name: 'Ada', surname: 'Lovelace', birthday: '1990-12-10' }
    // Each account from a network of its own: registrations are limited by network.
    const remoteAddress = `10.${[1, 2, 3].map(() => randomInt(256)).join('.')}`
    const setupCode = setupCodeOf(await secretKeyOf({ ...parsed, ...config }))
    const payload = { ...credentials, ...profile, setupCode }
    await app.inject({ method: 'POST', url: '/auth/register', payload, remoteAddress })
    const login = await app.inject({ method: 'POST', url: '/auth/login', payload: credentials })
    return login.json().data
  }

  /** Opens the application's database, for facts that no call returns. */
  async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const db = await openDatabase(parsed)
    return work(db).finally(() => db.destroy())
  }

  /** Every row of every table as JSON: all that a thief of the database can read. */
  const dump = (): Promise<string> =>
    withDatabase(async (db) => {
      const tables = await db.introspection.getTables()
      // Partitions are left out, because they come and go at any time; their rows are in the table.
      const whole = tables.filter(({ name }) => !/^(samples|rollups|records)_/.test(name))
      const rows = whole.map(({ name }) =>
        db
          .selectFrom(name as 'meta')
          .selectAll()
          .execute(),
      )
      return JSON.stringify(await Promise.all(rows))
    })

  async function close() {
    await app.close()
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  }

  /** Stops the application and starts it again on the same database and folder. */
  async function restart() {
    await app.close()
    app = await start()
  }

  return {
    get app() {
      return app
    },
    call,
    listen,
    config: parsed,
    signUp,
    restart,
    withDatabase,
    dump,
    close,
    folder,
  }
}
export type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** Another instance of an application, on its database and folder. */
export const createInstanceBeside = ({ config: { DATABASE_URL, DATA_DIR } }: TestApp, { config, ...setup }: Setup) =>
  createTestApp({ ...setup, config: { ...config, DATABASE_URL, DATA_DIR } })
