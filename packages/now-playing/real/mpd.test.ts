import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { follow } from '../src/testing/follow.ts'

// Against the real Music Player Daemon: `npm run test:real -- mpd`.
const run = promisify(execFile)
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(20_000, 7)])

let folder: string
let port: number
let stop: () => Promise<void>
const mpc = (...args: string[]) => run('mpc', ['-h', '127.0.0.1', '-p', String(port), ...args])

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: free } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return free
}

/** An ID3v2.3 frame: its name, its length, its flags, its content. */
function frame(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head.write(name)
  head.writeUInt32BE(content.length, 4)
  return Buffer.concat([head, content])
}

/** Half a minute of silence as MP3, with names and a picture. */
function song(title: string): Buffer {
  const text = (value: string) => Buffer.from(`\0${value}`, 'latin1')
  const picture = frame('APIC', Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), PNG]))
  const names = [frame('TIT2', text(title)), frame('TPE1', text('Farm Band')), frame('TALB', text('Barn'))]
  const frames = Buffer.concat([...names, picture])
  const size = [21, 14, 7, 0].map((shift) => (frames.length >> shift) & 0x7f)
  const tag = Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(size), frames])
  const silence = Buffer.alloc(104)
  // Header of an MP3 frame: 32 kbit/s at 44.1 kHz, so that a frame has 104 bytes and 26 ms.
  silence.writeUInt32BE(0xfffb1064)
  return Buffer.concat([tag, ...Array.from({ length: 1149 }, () => silence)])
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atalaya-mpd-'))
  port = await freePort()
  await mkdir(path.join(folder, 'music'))
  for (const title of ['First', 'Second']) await writeFile(path.join(folder, 'music', `${title}.mp3`), song(title))
  const paths = ['db_file "db"', 'state_file "state"', 'pid_file "pid"', 'log_file "log"']
  const absolute = paths.map((line) => line.replace(/"(.*)"/, (_all, name) => `"${path.join(folder, name)}"`))
  const output = 'audio_output {\ntype "null"\nname "null"\n}'
  const address = `bind_to_address "127.0.0.1"\nport "${port}"`
  const file = path.join(folder, 'mpd.conf')
  await writeFile(
    file,
    [`music_directory "${path.join(folder, 'music')}"`, ...absolute, address, output, ''].join('\n'),
  )
  const child = spawn('mpd', ['--no-daemon', file], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  stop = async () => {
    child.kill()
    await ended
    await rm(folder, { recursive: true })
  }
  await vi.waitFor(() => mpc('update', '--wait'), { timeout: 30_000, interval: 200 })
  await mpc('add', '/')
})
afterAll(() => stop())

test('the real MPD is followed: what plays, its picture, a pause, the next song, and the end', async () => {
  const running = follow({ provider: 'mpd', host: '127.0.0.1', port })
  await running.next(({ state }) => state === 'nothing')
  await mpc('play')
  expect(await running.next((data) => 'title' in data && data.state === 'playing')).toMatchObject({
    title: 'First',
    artist: 'Farm Band',
    album: 'Barn',
    cover: `data:image/png;base64,${PNG.toString('base64')}`,
    durationMs: expect.any(Number),
  })
  await mpc('seek', '10')
  const sought = await running.next((data) => 'title' in data && data.progressMs >= 10_000)
  expect(sought).toMatchObject({ title: 'First', state: 'playing' })
  await mpc('pause')
  await running.next(({ state }) => state === 'paused')
  await mpc('next')
  await running.next((data) => 'title' in data && data.title === 'Second')
  await mpc('stop')
  await running.next(({ state }) => state === 'nothing')
  await running.stop()
})
