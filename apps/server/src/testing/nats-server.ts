import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const READY = /Listening for client connections on (?:127\.0\.0\.1|localhost):(\d+)[\s\S]*Server is ready/

/** A real NATS server on a free port of this machine. `revive` starts it anew on the same port, after `stop` or not. */
export type NatsServer = { url: string; stop(): Promise<void>; revive(): Promise<void> }

export async function startNats(): Promise<NatsServer> {
  let [child, port] = await serve(-1)
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    stop,
    async revive() {
      await stop()
      ;[child, port] = await serve(port)
    },
  }
}

async function serve(port: number): Promise<[ChildProcess, number]> {
  const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  const given = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`nats-server did not start:\n${log}`)))
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk
      const ready = READY.exec(log)
      if (ready) resolve(Number(ready[1]))
    })
  })
  return [child, given]
}
