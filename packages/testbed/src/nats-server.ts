import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireProgram } from './programs.ts'

const READY = /Listening for client connections on (?:127\.0\.0\.1|localhost):(\d+)[\s\S]*Server is ready/

/** A real NATS server on a free port of this machine. */
export type NatsServer = {
  url: string
  /** Everything that it has logged since its last start. */
  log(): string
  stop(): Promise<void>
  /** Starts it again on the same port, stopped or not. */
  revive(settings?: string[]): Promise<void>
}
type Running = { child: ChildProcess; port: number; log: () => string }

/** `settings` are further arguments of `nats-server`. */
export async function startNats(settings: string[] = []): Promise<NatsServer> {
  let running = await serve(-1, settings)
  const stop = async () => {
    const { child } = running
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return {
    url: `nats://127.0.0.1:${running.port}`,
    log: () => running.log(),
    stop,
    async revive(others = settings) {
      await stop()
      running = await serve(running.port, others)
    },
  }
}

/** A NATS server with a maximum size of messages, which only a configuration file can set. */
export function startNatsWithMaxPayload(maxPayload: number): Promise<NatsServer> {
  const file = join(mkdtempSync(join(tmpdir(), 'atalaya-nats-')), 'nats.conf')
  writeFileSync(file, `max_payload: ${maxPayload}\n`)
  return startNats(['-c', file])
}

async function serve(port: number, settings: string[]): Promise<Running> {
  const listenArgs = ['-a', '127.0.0.1', '-p', String(port)]
  const child = spawn(requireProgram('nats-server'), [...listenArgs, ...settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  const assignedPort = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`nats-server did not start:\n${log}`)))
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk
      const ready = READY.exec(log)
      if (ready) resolve(Number(ready[1]))
    })
  })
  return { child, port: assignedPort, log: () => log }
}
