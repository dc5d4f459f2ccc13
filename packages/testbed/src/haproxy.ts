import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { requireProgram } from './programs.ts'

const CONFIG = fileURLToPath(new URL('../../../deploy/haproxy.cfg', import.meta.url))
const RETRY_EVERY_MS = 50

/** Configuration of the product on another port; with TLS if there is a certificate. */
function configFor(port: number, servers: string[], socket: string, certificate?: string): string {
  const configLines = readFileSync(CONFIG, 'utf8').split('\n')
  const keptLines = configLines.filter((line) => !/^\s*(bind|http-request|#? ?server )/.test(line))
  const lines = servers.map((address, n) => `    server s${n} ${new URL(address).host}`)
  const frontend = keptLines.indexOf('frontend public') + 1
  const tls = certificate ? ` ssl crt ${certificate} alpn h2,http/1.1` : ''
  keptLines.splice(frontend, 0, `    bind 127.0.0.1:${port}${tls}`)
  return [`global\n    stats socket ${socket} level admin`, ...keptLines, ...lines, ''].join('\n')
}

/** HAProxy with the configuration of deploy/, in front of these servers; with TLS by a file of certificate and key. */
export async function startHaproxy(folder: string, servers: string[], certificate?: string) {
  const port = await freePort()
  const [file, socket] = [join(folder, 'haproxy.cfg'), join(folder, 'haproxy.sock')]
  writeFileSync(file, configFor(port, servers, socket, certificate))
  const child: ChildProcess = spawn(requireProgram('haproxy'), ['-db', '-f', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))

  async function ask(command: string): Promise<string> {
    const connection = connect(socket)
    let answer = ''
    connection.on('data', (chunk) => (answer += chunk))
    connection.end(`${command}\n`)
    await once(connection, 'close')
    return answer
  }
  /** States of HAProxy's servers: UP, DOWN and the like. */
  async function states(): Promise<string[]> {
    const stats = await ask('show stat').catch(() => '')
    return [...stats.matchAll(/^atalaya,s\d+,(.*)$/gm)].map(([, rest = '']) => rest.split(',')[15] ?? '')
  }

  return {
    address: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    states,
    /** Waits until HAProxy has found all servers to be up. */
    async waitUntilAllUp(): Promise<void> {
      while (!(await states()).every((state) => state === 'UP') || (await states()).length < servers.length) {
        if (child.exitCode !== null) throw new Error(`haproxy ended: ${output}`)
        await delay(RETRY_EVERY_MS)
      }
    },
    async stop(): Promise<void> {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
