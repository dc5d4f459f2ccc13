import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { someone } from '@atalaya/testbed/people'
import { beforeAll, expect, test } from 'vitest'
import { bearer, createClient } from '#test/storm/client.ts'
import { createStormWorld } from '#test/storm/storm-world.ts'
import { reportFault } from '#test/support/fault-report.ts'

const run = promisify(execFile)
const SCAN_MS = 20 * 60_000
const OUTPUT_MAX = 64 * 1024 * 1024
/** Modules of wapiti that need no server outside of this machine. */
const MODULES = 'blindsql,cookieflags,crlf,exec,file,http_headers,methods,permanentxss,redirect,sql,xss'
/** Headers that wapiti expects in every answer. They have no effect on JSON, or newer headers replace them. */
const KNOWN = new Set(['HTTP Secure Headers', 'Content Security Policy Configuration'])

type Target = { what: string; url: string; method: string; data?: string }
type Findings = Record<string, { path: string; parameter: string; info: string }[]>
type Report = Record<'vulnerabilities' | 'anomalies', Findings>

/** A server with an administrator, an agent and a page, and every kind of input that ends in a statement. */
async function createTarget() {
  const world = await createStormWorld()
  await world.start()
  const client = createClient(world.address)
  await client.callOrThrow(auth.register, { body: someone({ username: 'ada' }) })
  const signIn = async () => (await client.signIn('ada')).accessToken
  const headers = bearer(await signIn())
  const { agent } = await client.callOrThrow(agents.register, { body: { name: 'nas', tags: ['attic'] } }, headers)
  const { page } = await client.callOrThrow(dashboard.create, { body: { name: 'Scanned' } }, headers)
  const api = `${world.address()}/api/v1`
  // An asterisk marks a place where sqlmap tries its inputs.
  const reads = [
    `${api}/agents?query=nas&page=1&pageSize=10`,
    `${api}/agents/reach?tag=attic`,
    `${api}/agents/${agent.agentId}*`,
    `${api}/agents/${agent.agentId}/data?page=1&pageSize=10`,
    `${api}/agents/${agent.agentId}/commands?page=1&pageSize=10`,
    `${api}/audit?action=agent.command&limit=10`,
    `${api}/dashboard/pages/by-slug/${page.slug}*`,
  ]
  const targets: Target[] = [
    ...reads.map((url) => ({ what: `GET ${url.slice(api.length)}`, url, method: 'GET' })),
    { what: 'PATCH an agent', url: `${api}/agents/${agent.agentId}`, method: 'PATCH', data: '{"name":"nas*"}' },
    {
      what: 'POST a command',
      url: `${api}/agents/command`,
      method: 'POST',
      data: '{"command":"ping*","tag":"attic*"}',
    },
  ]
  const isSignedIn = async (token: string) => (await client.meStatus(token)) === 200
  return { world, signIn, isSignedIn, targets, reads: reads.map((url) => url.replace('*', '')) }
}

let scanned: Awaited<ReturnType<typeof createTarget>>
beforeAll(async () => {
  scanned = await createTarget()
  return scanned.world.close
})

async function sqlmap({ url, method, data }: Target, token: string): Promise<string> {
  const headers = [`Authorization: Bearer ${token}`, ...(data ? ['Content-Type: application/json'] : [])].join('\n')
  const generalOptions = ['--batch', '--flush-session', '--disable-coloring', '--level=2', '--risk=2', '--threads=4']
  const requestOptions = ['--method', method, '-u', url, '--headers', headers, ...(data ? ['--data', data] : [])]
  const outputOptions = ['--output-dir', join(scanned.world.folder, 'sqlmap')]
  return (
    await run('sqlmap', [...generalOptions, ...outputOptions, ...requestOptions], {
      maxBuffer: OUTPUT_MAX,
      timeout: SCAN_MS,
    })
  ).stdout
}

test(
  'sqlmap finds no injection',
  async (context) => {
    const { signIn, isSignedIn, targets } = scanned
    for (const target of targets) {
      const token = await signIn()
      const output = await sqlmap(target, token)
      expect(output, target.what).toContain('all tested parameters do not appear to be injectable')
      expect(output, target.what).not.toMatch(/\b(401|429|5\d\d) \(/)
      expect(await isSignedIn(token), target.what).toBe(true)
    }
    const fault = 'sqlmap, level 2, risk 2'
    const expected = 'No input leads into a statement, none makes a 5xx'
    reportFault(
      context,
      { fault, expected, measured: `${targets.length} calls with all their inputs, nothing found` },
      'Scanners',
    )
  },
  SCAN_MS,
)

test(
  'wapiti finds no vulnerability',
  async (context) => {
    const { world, signIn, isSignedIn, reads } = scanned
    const token = await signIn()
    const file = join(world.folder, 'wapiti.json')
    const addresses = ['-u', `${world.address()}/`, ...reads.flatMap((url) => ['-s', url])]
    const storage = ['--flush-session', '--store-session', world.folder, '--store-config', world.folder]
    const scanOptions = ['-m', MODULES, '-H', `Authorization: Bearer ${token}`, '--no-bugreport']
    const { stdout } = await run('wapiti', [...addresses, ...scanOptions, ...storage, '-f', 'json', '-o', file], {
      maxBuffer: OUTPUT_MAX,
      timeout: SCAN_MS,
    })
    const { vulnerabilities, anomalies } = JSON.parse(readFileSync(file, 'utf8')) as Report
    const found = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, all]) =>
      KNOWN.has(kind) ? [] : all.map(({ path, parameter, info }) => `${kind}: ${path} ${parameter} ${info}`),
    )
    expect(found).toEqual([])
    expect(Number(/Wapiti found (\d+) URLs/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(reads.length)
    expect(await isSignedIn(token)).toBe(true)
    const fault = `wapiti (${MODULES})`
    const expected = 'Nothing is found but headers that answers of JSON do not need'
    reportFault(
      context,
      { fault, expected, measured: `${reads.length} addresses and what they lead to, nothing found` },
      'Scanners',
    )
  },
  SCAN_MS,
)
