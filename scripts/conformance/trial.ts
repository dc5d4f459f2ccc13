import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { childEnv } from '@atalaya/testbed/child-env'
import { createApp } from '../../apps/server/src/compose/app.ts'
import { settings } from '../../apps/server/src/config.ts'
import { createRelay } from './relay.ts'

const POLL_MS = 20
const OUTPUT_LINES = 20

/** Violation of the protocol by the agent; the message describes it. */
export class Violation extends Error {}

/** Waits for a condition. @throws Violation with its description after the time limit. */
export async function until<T>(what: string, condition: () => T | undefined | false, ms = 20_000): Promise<T> {
  const end = performance.now() + ms
  while (true) {
    const result = condition()
    if (result !== undefined && result !== false) return result
    if (performance.now() > end) throw new Violation(`${what}: not within ${ms / 1000} s`)
    await delay(POLL_MS)
  }
}

/** @throws Violation */
export function ensure(condition: boolean, message: string): void {
  if (!condition) throw new Violation(message)
}

/** Does one check and prints its line. Returns the work's result, or nothing after a failure. */
export type Check = <T>(name: string, work: () => Promise<T>) => Promise<T | null>

type ResponseBody = {
  data: { tokens: { accessToken: string }; agent: { agentId: string }; token: string } & CommandData
}
type CommandData = { commands: { commandId: string }[]; command: { status: string } }

/** A real server on data of its own, an agent registered with it, and a relay between the two. */
export async function createTrial(command: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-conformance-'))
  const config = settings.parse({ DATA_DIR: folder, LOG_LEVEL: 'silent', SERVE_CLIENT: 'false' })
  const { app } = await createApp(config, Date.now, { reportS: 1, commitMs: 50, connectsPerMinute: 1000 })
  const relay = await createRelay(await app.listen({ host: '127.0.0.1', port: 0 }))
  const running = new Set<ReturnType<typeof start>>()

  async function call(method: 'GET' | 'POST', url: string, payload?: object, token?: string) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const reply = await app.inject({ method, url, headers, ...(payload && { payload }) })
    if (reply.statusCode !== 200) throw new Error(`${method} ${url}: ${reply.body}`)
    return reply.json<ResponseBody>().data
  }
  const credentials = { username: 'trial', password: 'correct horse battery' }
  await call('POST', '/auth/register', { ...credentials, email: 'trial@example.org', name: 'T', surname: 'T' })
  const { tokens } = await call('POST', '/auth/login', credentials)
  const { agent, token } = await call('POST', '/api/v1/agents', {}, tokens.accessToken)

  /** Runs the agent as its author would, with its own home directory. */
  function start(agentToken = token) {
    const { PATH } = process.env
    const env = childEnv({ PATH, HOME: folder, ATALAYA_SERVER: relay.address, ATALAYA_TOKEN: agentToken })
    // A process group of its own: a shell and its children end together.
    const child = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let output = ''
    const appendOutput = (chunk: Buffer) => {
      output = (output + chunk).split('\n').slice(-OUTPUT_LINES).join('\n')
    }
    child.stdout.on('data', appendOutput)
    child.stderr.on('data', appendOutput)
    const exited = once(child, 'close')
    const started = {
      output: () => output,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      async kill(): Promise<void> {
        if (!started.hasEnded() && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
        await exited
        running.delete(started)
      },
    }
    running.add(started)
    return started
  }

  return {
    relay,
    token,
    start,
    /** Sends a command through the API. Returns its id. */
    async send(name: string): Promise<string> {
      const body = { command: name, agentId: agent.agentId }
      const { commands } = await call('POST', '/api/v1/agents/command', body, tokens.accessToken)
      return commands[0]?.commandId ?? ''
    },
    status: async (id: string): Promise<string> =>
      (await call('GET', `/api/v1/commands/${id}`, undefined, tokens.accessToken)).command.status,
    /** Makes a new token, so that the old one is no longer valid. */
    revoke: () => call('POST', `/api/v1/agents/${agent.agentId}/token`, {}, tokens.accessToken),
    async close(): Promise<void> {
      for (const agentProcess of running) await agentProcess.kill()
      await relay.close()
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Trial = Awaited<ReturnType<typeof createTrial>>
