import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Command, CommandStep } from '@atalaya/contract/commands'
import { createChaos, type KillPoint } from '@atalaya/testbed/chaos'
import { childEnv } from '@atalaya/testbed/child-env'
import { startServer } from '@atalaya/testbed/server-process'
import { createTcpProxy } from '@atalaya/testbed/tcp-proxy'
import { inject } from 'vitest'
import { isFinal } from '#server/commands/machine.ts'
import { createDatabase } from './database.ts'

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const RETRY_MS = 50
const PAGE_SIZE = 100

type Answer = {
  tokens: { accessToken: string }
  agent: { agentId: string }
  token: string
  commands: Command[]
  steps: CommandStep[]
  pagination: { pages: number }
}

/** Processes of a server and of agents that may be killed at any time, with a faulty network between them. */
export async function createFaultWorld(agentCount: number, random: () => number) {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-faults-'))
  const database = await createDatabase(inject('database'))
  /** Each command that runs appends its number to this file. */
  const effects = join(folder, 'effects')
  appendFileSync(effects, '')
  let port = '0'
  let server = start()
  const address = await server.ready
  port = new URL(address).port
  const proxy = await createTcpProxy(address)
  const chaos = createChaos(
    random,
    (target) => void (target === 'server' ? server.signal('SIGKILL') : agents.kill('SIGKILL')),
  )
  proxy.setFault(chaos.handleBytes)

  function start() {
    const environment = { DATA_DIR: folder, DATABASE_URL: database?.url ?? '', PORT: port, SERVE_CLIENT: 'false' }
    return startServer(environment, { program: program('fault-test-server.ts') })
  }
  function startAgents() {
    const args = [program('marking-agents.ts'), proxy.address, folder, effects, ...fleet.map(({ token }) => token)]
    return spawn(process.execPath, args, { env: childEnv(), stdio: 'ignore' })
  }

  /** Repeats a request until it is answered, because the server may have been killed. */
  async function call(method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = {}) {
    while (true) {
      const init = { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const reply = await fetch(`${address}${path}`, init).catch(() => null)
      if (reply?.ok) return ((await reply.json()) as { data: Answer }).data
      if (reply && reply.status !== 503) throw new Error(`${method} ${path}: ${await reply.text()}`)
      await delay(RETRY_MS)
    }
  }

  const credentials = { username: 'owner', password: 'correct horse battery' }
  await call('POST', '/auth/register', { ...credentials, email: 'owner@example.org', name: 'O', surname: 'O' })
  let authorization = ''
  /** Signs in again: an access token lasts minutes, a long run hours. */
  async function signIn(): Promise<void> {
    const { tokens } = await call('POST', '/auth/login', credentials)
    authorization = `Bearer ${tokens.accessToken}`
  }
  await signIn()
  const fleet: { id: string; token: string }[] = []
  for (let n = 0; n < agentCount; n++) {
    const { agent, token } = await call('POST', '/api/v1/agents', {}, { authorization })
    fleet.push({ id: agent.agentId, token })
  }
  let agents = startAgents()

  async function commandsOf(id: string): Promise<Command[]> {
    const found: Command[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const path = `/api/v1/agents/${id}/commands?page=${page}&pageSize=${PAGE_SIZE}`
      const { commands, pagination } = await call('GET', path, undefined, { authorization })
      found.push(...commands)
      pages = pagination.pages
    }
    return found
  }

  const commands = async () => (await Promise.all(fleet.map(({ id }) => commandsOf(id)))).flat()

  return {
    chaos,
    signIn,
    cutAll: proxy.cutAll,

    /** Sends command `n` to the next agent, and retries until it is accepted. The key prevents duplicates. */
    send: (n: number) =>
      call(
        'POST',
        '/api/v1/agents/command',
        { command: 'mark', agentId: fleet[n % agentCount]?.id, args: { n } },
        { authorization, 'idempotency-key': `command ${n}` },
      ),

    /** Restarts killed processes. */
    async restartKilled(target: KillPoint['target']): Promise<void> {
      if (target === 'server') {
        await server.exited
        server = start()
        await server.ready
      } else {
        if (agents.exitCode === null && agents.signalCode === null) await once(agents, 'exit')
        agents = startAgents()
      }
    },

    commands,
    /** Number of commands that have not ended. */
    countOpen: async (): Promise<number> => (await commands()).filter(({ status }) => !isFinal(status)).length,
    /** All states of a command, for debugging. */
    async history(id: string): Promise<string> {
      const { steps } = await call('GET', `/api/v1/commands/${id}`, undefined, { authorization })
      return steps.map(({ status, attempt, at, reason }) => `${at} ${status} ${attempt} ${reason ?? ''}`).join('\n')
    },
    /** Numbers of the commands that ran, in order. */
    commandsThatRan: (): number[] => readFileSync(effects, 'utf8').split('\n').filter(Boolean).map(Number),

    async close(): Promise<void> {
      agents.kill('SIGKILL')
      server.signal('SIGKILL')
      await server.exited
      await proxy.close()
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
