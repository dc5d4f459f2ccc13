import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { beforeAll, expect, test } from 'vitest'
import { reportFault } from '#server/testing/fault-report.ts'
import { PASSWORD } from '#server/testing/people.ts'
import { bearer, createClient } from '#server/testing/storm/client.ts'
import { createStormWorld } from '#server/testing/storm/storm-world.ts'

const run = promisify(execFile)
const SCAN_MS = 20 * 60_000
/** Of wapiti's modules those that need nobody outside of this machine. */
const MODULES = 'blindsql,cookieflags,crlf,exec,file,http_headers,methods,permanentxss,redirect,sql,xss'
/** wapiti asks for these of every answer; ours are JSON, for which they do nothing, or are there under newer names. */
const KNOWN = new Set(['HTTP Secure Headers', 'Content Security Policy Configuration'])

type Target = { what: string; url: string; method?: string; data?: string }
type Report = Record<
  'vulnerabilities' | 'anomalies',
  Record<string, { path: string; parameter: string; info: string }[]>
>

/** A server with an administrator, an agent and a page, and every kind of input that ends in a statement. */
async function createTarget() {
  const world = await createStormWorld()
  await world.start()
  const client = createClient(world.address)
  const profile = { email: 'ada@example.org', name: 'Ada', surname: 'Lovelace', birthday: '1990-12-10' }
  await client.must(auth.register, { body: { username: 'ada', password: PASSWORD, ...profile } })
  const { accessToken } = await client.signIn('ada')
  const headers = bearer(accessToken)
  const { agent } = await client.must(agents.register, { body: { name: 'nas', tags: ['attic'] } }, headers)
  const { page } = await client.must(dashboard.create, { body: { name: 'Scanned' } }, headers)
  const api = `${world.address()}/api/v1`
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
    ...reads.map((url) => ({ what: `GET ${url.slice(api.length)}`, url })),
    { what: 'PATCH an agent', url: `${api}/agents/${agent.agentId}`, method: 'PATCH', data: '{"name":"nas*"}' },
    {
      what: 'POST a command',
      url: `${api}/agents/command`,
      method: 'POST',
      data: '{"command":"ping*","tag":"attic*"}',
    },
  ]
  return { world, targets, reads: reads.map((url) => url.replace('*', '')), authorization: `Bearer ${accessToken}` }
}

let target: Awaited<ReturnType<typeof createTarget>>
beforeAll(async () => {
  target = await createTarget()
  return target.world.close
})

test(
  'sqlmap finds no way into the database',
  async (context) => {
    const { world, targets, authorization } = target
    for (const { what, url, method = 'GET', data } of targets) {
      const { stdout } = await run(
        'sqlmap',
        [
          ...['--batch', '--flush-session', '--disable-coloring', '--level=2', '--risk=2', '--threads=4'],
          ...['--output-dir', join(world.folder, 'sqlmap'), '--headers', `Authorization: ${authorization}`],
          ...[
            '--method',
            method,
            '-u',
            url,
            ...(data
              ? ['--data', data, '--headers', `Authorization: ${authorization}\nContent-Type: application/json`]
              : []),
          ],
        ],
        { maxBuffer: 64 * 1024 * 1024, timeout: SCAN_MS },
      )
      expect(stdout, what).toContain('all tested parameters do not appear to be injectable')
      expect(stdout, what).not.toContain('500 (Internal Server Error)')
    }
    expect((await fetch(`${world.address()}/readyz`)).status).toBe(200)
    reportFault(
      context,
      {
        fault: 'sqlmap, level 2, risk 2',
        expected: 'No input leads into a statement, none makes a 5xx',
        measured: `${targets.length} calls with all their inputs, nothing found`,
      },
      'Scanners',
    )
  },
  SCAN_MS,
)

test(
  'wapiti finds no hole',
  async (context) => {
    const { world, reads, authorization } = target
    const file = join(world.folder, 'wapiti.json')
    await run(
      'wapiti',
      [
        ...[
          '-u',
          `${world.address()}/`,
          '-m',
          MODULES,
          '-f',
          'json',
          '-o',
          file,
          '-H',
          `Authorization: ${authorization}`,
        ],
        ...[
          '--flush-session',
          '--no-bugreport',
          '-v',
          '0',
          '--store-session',
          world.folder,
          '--store-config',
          world.folder,
        ],
        ...reads.flatMap((url) => ['-s', url]),
      ],
      { maxBuffer: 64 * 1024 * 1024, timeout: SCAN_MS },
    )
    const { vulnerabilities, anomalies } = JSON.parse(readFileSync(file, 'utf8')) as Report
    const found = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, all]) =>
      KNOWN.has(kind) ? [] : all.map(({ path, parameter, info }) => `${kind}: ${path} ${parameter} ${info}`),
    )
    expect(found).toEqual([])
    reportFault(
      context,
      {
        fault: `wapiti (${MODULES})`,
        expected: 'Nothing is found but headers that answers of JSON do not need',
        measured: `${reads.length} addresses and what they lead to, nothing found`,
      },
      'Scanners',
    )
  },
  SCAN_MS,
)
