import { type AddressInfo, createServer, type Socket } from 'node:net'

const CHUNK_BYTES = 8192

type Song = { file: string; tags: Record<string, string>; durationS: number; picture?: Buffer }

type Client = { socket: Socket; isSignedIn: boolean; isIdle: boolean; hasChanged: boolean; list: string[] | null }

/**
 * A stand-in for the Music Player Daemon that speaks its protocol as version 0.23 does: greeting, passwords, lists of
 * commands, pictures in parts, idle. It listens on `wantedPort`, by default a free port. `real/mpd.test.ts` holds the
 * real one to the same expectations.
 */
export async function startStandInMpd(password?: string, wantedPort = 0) {
  const player = { state: 'stop' as 'play' | 'pause' | 'stop', song: null as Song | null, elapsedS: 0 }
  const sessions = new Set<Client>()
  const received: string[] = []

  function status(): string {
    const times = player.song && player.state !== 'stop' ? [`elapsed: ${player.elapsedS.toFixed(3)}`] : []
    return ['volume: 50', 'repeat: 0', ...times, `state: ${player.state}`].map((line) => `${line}\n`).join('')
  }
  function currentSong(): string {
    if (!player.song) return ''
    const { file, tags, durationS } = player.song
    const lines = Object.entries({ file, ...tags, Time: Math.round(durationS), duration: durationS.toFixed(3) })
    return lines.map(([name, value]) => `${name}: ${value}\n`).join('')
  }
  const commands: Record<string, (offset: number) => string | Buffer> = {
    status: () => `${status()}OK\n`,
    currentsong: () => `${currentSong()}OK\n`,
    readpicture: (offset) => pictureReply(player.song?.picture, offset),
    albumart: () => refusal(50, 'albumart', 'No file exists'),
  }

  function answer(line: string, session: Client): string | Buffer {
    received.push(line)
    const [command = '', argument = '', offset = '0'] = line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []
    if (command === 'password') {
      session.isSignedIn = argument === `"${password}"`
      return session.isSignedIn ? 'OK\n' : refusal(3, 'password', 'incorrect password')
    }
    if (!session.isSignedIn) return refusal(4, command, `you don't have permission for "${command}"`)
    return commands[command]?.(Number(offset)) ?? refusal(5, '', `unknown command "${command}"`)
  }

  function answerList(lines: string[], session: Client): string {
    const answers = lines.map((line) => String(answer(line, session)))
    const failed = answers.find((answer) => answer.startsWith('ACK'))
    return failed ?? `${answers.map((answer) => answer.replace(/OK\n$/, '')).join('')}OK\n`
  }

  /** Reports changes since the last report at once, like the real MPD. */
  function setIdle(session: Client, isIdle: boolean): void {
    const wasIdle = session.isIdle
    session.isIdle = isIdle
    if (isIdle) sendChange(session)
    else if (wasIdle) session.socket.write('OK\n')
  }
  function sendChange(session: Client): void {
    if (!session.isIdle || !session.hasChanged) return
    session.isIdle = false
    session.hasChanged = false
    session.socket.write('changed: player\nOK\n')
  }

  function handleLine(line: string, session: Client): void {
    if (line === 'command_list_begin') session.list = []
    else if (line === 'command_list_end') {
      session.socket.write(answerList(session.list ?? [], session))
      session.list = null
    } else if (session.list) session.list.push(line)
    else if (line === 'noidle') setIdle(session, false)
    else if (line.startsWith('idle')) setIdle(session, true)
    else session.socket.write(answer(line, session))
  }

  const server = createServer((socket) => {
    const isSignedIn = password === undefined
    const session: Client = { socket, isSignedIn, isIdle: false, hasChanged: false, list: null }
    sessions.add(session)
    socket.on('error', () => undefined)
    socket.on('close', () => sessions.delete(session))
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) handleLine(line, session)
    })
    socket.write('OK MPD 0.23.5\n')
  })
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve))

  const hangUp = () => {
    for (const { socket } of sessions) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    received,
    connections: (): number => sessions.size,
    /** Changes the track and notifies the waiting clients. */
    set(change: Partial<typeof player>): void {
      Object.assign(player, change)
      for (const session of sessions) {
        session.hasChanged = true
        sendChange(session)
      }
    },
    hangUp,
    async stop(): Promise<void> {
      hangUp()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const refusal = (code: number, command: string, text: string) => `ACK [${code}@0] {${command}} ${text}\n`

function pictureReply(bytes: Buffer | undefined, offset: number): Buffer {
  if (!bytes) return Buffer.from('OK\n')
  const part = bytes.subarray(offset, offset + CHUNK_BYTES)
  const head = `size: ${bytes.length}\ntype: image/png\nbinary: ${part.length}\n`
  return Buffer.concat([Buffer.from(head), part, Buffer.from('\nOK\n')])
}
