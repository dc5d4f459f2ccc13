import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tools } from '../server/testing/tools.ts'
import { source } from '../server.ts'

const PROGRAM = '/usr/games/openarena-server'

const timeoutOptions = { timeout: 60_000, interval: 1_200 }

let home: string
let server: ChildProcess
let port: number

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port: free } = socket.address()
  socket.close()
  return free
}

/** Starts a server on this machine with two bots on it. It is announced to no master server. */
function start() {
  const settings = { dedicated: 1, net_enabled: 1, net_ip: '127.0.0.1', net_port: port, fs_homepath: home, ttycon: 0 }
  const game = { sv_hostname: 'Farm OA', sv_maxclients: 8, sv_pure: 0, bot_enable: 1, bot_minplayers: 2 }
  const args = Object.entries({ ...settings, ...game }).flatMap(([name, value]) => ['+set', name, String(value)])
  server = spawn(PROGRAM, [...args, '+map', 'oa_dm1'], { env: { HOME: home, PATH: '/usr/bin:/bin' }, stdio: 'ignore' })
}

async function stop() {
  const ended = once(server, 'exit')
  server.kill()
  await ended
}

describe('a real OpenArena server', () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'openarena-'))
    port = await freePort()
    start()
  })
  afterAll(async () => {
    if (server.exitCode === null && server.signalCode === null) await stop()
    rmSync(home, { recursive: true, force: true })
  })

  test('is read, is reported as down when it is killed, and is read again after a restart', async () => {
    const ask = () => source.fetch({ game: 'openarena', host: '127.0.0.1', port }, tools, null)
    const status = await vi.waitFor(async () => {
      const found = await ask()
      expect(found.players.length).toBeGreaterThan(0)
      return found
    }, timeoutOptions)
    expect(status).toMatchObject({ name: 'Farm OA', map: 'oa_dm1', max: 8, isLocked: false })
    expect(status.players.every(({ name, isBot }) => name !== '' && isBot)).toBe(true)
    await stop()
    await expect(ask()).rejects.toThrow('The game server does not answer')
    start()
    expect((await vi.waitFor(ask, timeoutOptions)).name).toBe('Farm OA')
  })
})
