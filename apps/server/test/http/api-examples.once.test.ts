import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { tokens as personalTokens } from '@atalaya/contract/credentials'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiDocumentOf } from '#test/support/api-document.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
const STRICT = [
  ...['--strict', '--noUncheckedIndexedAccess', '--noEmit', '--module', 'nodenext', '--target', 'es2024'],
  ...['--types', 'node', '--allowImportingTsExtensions', '--skipLibCheck'],
]
/** Compiling takes seconds, on a busy machine many. */
const TIMEOUT_MS = 180_000

const page = readFileSync(path.join(root, 'docs/api.md'), 'utf8')
/** First example of the page in a language. */
const exampleIn = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? ''

let world: TestApp
let folder: string
let token: string
let environment: NodeJS.ProcessEnv
beforeAll(async () => {
  world = await createTestApp()
  const ATALAYA_URL = await world.listen()
  const { tokens } = await world.signUp('ada')
  token = tokens.accessToken
  await world.call(agents.register, { body: { name: 'lathe' } }, token)
  const body = { name: 'examples', scopes: ['agents:read', 'commands:send'] }
  const created = await world.call(personalTokens.create, { body }, token)
  const ATALAYA_TOKEN: string = created.body.data.token
  const PATH = `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
  environment = { PATH, ATALAYA_URL, ATALAYA_TOKEN }

  // A folder like a foreign project in which `openapi-typescript` and `openapi-fetch` are installed.
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-client-'))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const types = astToString(await openapiTS(await apiDocumentOf<Parameters<typeof openapiTS>[0]>(world.app)))
  writeFileSync(path.join(folder, 'atalaya.d.ts'), types)
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program in the folder. Returns its output, or throws it as an error if the program fails. */
async function run(program: string, ...args: string[]): Promise<string> {
  const ran = promisify(execFile)(program, args, { cwd: folder, env: environment })
  const { stdout } = await ran.catch((error) => {
    throw new Error(`${program}: ${error.stdout}${error.stderr}`)
  })
  return stdout
}

/**
 * Compiles the programs strictly with the types of the document. All at once, because reading libraries takes most of
 * the time.
 */
async function compile(programs: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(programs)) writeFileSync(path.join(folder, name), text)
  await run(process.execPath, tsc, ...STRICT, ...Object.keys(programs))
}

/** Number of commands that were sent to the agent. */
async function countCommands(): Promise<number> {
  const { body } = await world.call(commands.activity, { query: {} }, token)
  return body.data.pagination.total
}

/** Uses of the API that the page does not show: signing in, failures, a discriminated event, and wrong input. */
const CLIENT = `
import createClient from 'openapi-fetch'
import type { components, operations, paths } from './atalaya.d.ts'

const api = createClient<paths>({ baseUrl: process.env.ATALAYA_URL ?? '' })
const credentials: components['schemas']['Credentials'] = { username: 'ada', password: 'correct horse battery' }
const { data, error } = await api.POST('/auth/login', { body: credentials })
if (error) throw new Error(error.message)
const headers = { Authorization: \`Bearer \${data.data.tokens.accessToken}\` }

const { data: listed } = await api.GET('/api/v1/agents', { headers, params: { query: { sort: 'name', tag: ['x', 'y'] } } })
const found: components['schemas']['Agent'][] = listed?.data.agents ?? []
const order: operations['commandsSend']['requestBody']['content']['application/json'] = { command: 'ping' }
const params = { header: { 'Idempotency-Key': 'once' } }
const first = await api.POST('/api/v1/agents/command', { headers, params, body: order })
const again = await api.POST('/api/v1/agents/command', { headers, params, body: order })
const refused = await api.GET('/api/v1/agents/{id}', { headers, params: { path: { id: 'nobody' } } })

const nameOf = (event: components['schemas']['LiveEvent']): string =>
  event.type === 'agent.updated' ? (event.data.name ?? '') : event.type
const resync = nameOf({ type: 'resync', data: {} })

// @ts-expect-error: There is no such sort order.
await api.GET('/api/v1/agents', { headers, params: { query: { sort: 'colour' } } })

console.log(JSON.stringify({
  user: data.data.user.username, agents: found.length, isOne: first.data?.data.batchId === again.data?.data.batchId,
  code: refused.error?.code, resync,
}))
`

test('the curl example of docs/api.md runs', async () => {
  const before = await countCommands()
  const printed = await run('bash', '-euc', exampleIn('sh'))
  expect(printed).toContain('"name":"lathe"')
  expect(printed).toContain('"enqueued":1')
  expect(await countCommands()).toBe(before + 1)
})

test('the Python example of docs/api.md runs with the standard library alone', async () => {
  const before = await countCommands()
  expect(await run('python3', '-IBc', exampleIn('py'))).toMatch(/^lathe pending\n\S+\n$/)
  expect(await countCommands()).toBe(before + 1)
})

test(
  'the TypeScript examples compile with types generated from the document',
  () => compile({ 'shown.ts': exampleIn('ts'), 'client.ts': CLIENT }),
  TIMEOUT_MS,
)

test('the TypeScript example of docs/api.md runs', async () => {
  const before = await countCommands()
  expect(await run(process.execPath, 'shown.ts')).toMatch(/^lathe pending\n\S+\n$/)
  expect(await countCommands()).toBe(before + 1)
})

test('a client with the generated types signs in, lists agents, sends a command once, and reads errors', async () => {
  const printed = await run(process.execPath, 'client.ts')
  expect(JSON.parse(printed)).toEqual({
    user: 'ada',
    agents: 0,
    isOne: true,
    code: 'agents.not_found',
    resync: 'resync',
  })
})
