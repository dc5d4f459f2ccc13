import type { Socket } from 'node:net'
import { SourceError } from '@atalaya/module-sdk/server'
import { createMpdReader } from './mpd-reader.ts'

const COMMAND_TIMEOUT_MS = 10_000
/** Bounds of an answer, above any that these commands have. */
const REPLY_MAX_LINES = 1_000
const REPLY_MAX_CHARS = 64 * 1024
/** Usual size of a picture's parts: 8 KiB. */
const PART_MAX_BYTES = 128 * 1024

/** An answer: its lines by name (the first of each name), and its binary part. */
export type MpdReply = { fields: ReadonlyMap<string, string>; binary: Buffer | null }
/** Error answer of MPD: `ACK [4@0] {} you don't have permission`. */
export class MpdRefusal extends Error {}

type Waiting = PromiseWithResolvers<MpdReply> & {
  fields: Map<string, string>
  binary: Buffer | null
  lines: number
  chars: number
}

/** Counts one more line of a reply; true if the reply is now beyond a bound. */
function isTooMuch(reply: Waiting, line: string): boolean {
  reply.lines += 1
  reply.chars += line.length
  return reply.lines > REPLY_MAX_LINES || reply.chars > REPLY_MAX_CHARS
}

/** An argument as MPD reads it; a line end would begin another command. */
export const quote = (text: string) => `"${text.replace(/[\r\n]/g, ' ').replace(/[\\"]/g, '\\$&')}"`

/** Speaks the protocol of the Music Player Daemon over a connection, one command at a time. */
export function createMpdClient(socket: Socket) {
  const queue: Waiting[] = []
  let failure: Error | null = null
  const rejectServer = () => fail(new SourceError('This is not an MPD server'))
  const reader = createMpdReader({ onLine, onBinary, onTooLong: rejectServer })

  function fail(error: Error): void {
    failure ??= error
    reader.end()
    socket.destroy()
    for (const waiting of queue.splice(0)) waiting.reject(failure)
  }

  /** Number of bytes that follow a line `binary: <bytes>`. */
  function byteCountOf(value: string): number {
    const bytes = /^\d{1,6}$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY
    if (bytes <= PART_MAX_BYTES) return bytes
    rejectServer()
    return 0
  }

  /**
   * Reads a line of an answer. Returns the number of binary bytes after it. A line without a request closes the
   * connection.
   */
  function onLine(line: string): number {
    const [waiting] = queue
    if (!waiting || isTooMuch(waiting, line)) {
      rejectServer()
      return 0
    }
    const colon = line.indexOf(': ')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    const value = line.slice(colon + 2)
    if (line === 'OK' || line.startsWith('OK MPD ')) queue.shift()?.resolve(waiting)
    else if (line.startsWith('ACK ')) queue.shift()?.reject(new MpdRefusal(line))
    else if (name === '') rejectServer()
    else if (name === 'binary') return byteCountOf(value)
    else if (!waiting.fields.has(name)) waiting.fields.set(name, value)
    return 0
  }

  function onBinary(bytes: Buffer): void {
    const [waiting] = queue
    if (waiting) waiting.binary = bytes
  }

  socket.on('data', reader.write)
  socket.on('error', (cause) => fail(new SourceError('MPD has ended the connection', { cause })))
  socket.on('close', () => fail(new SourceError('MPD has ended the connection')))

  function expectReply(): Promise<MpdReply> {
    if (failure) return Promise.reject(failure)
    const waiting = { ...Promise.withResolvers<MpdReply>(), fields: new Map(), binary: null, lines: 0, chars: 0 }
    queue.push(waiting)
    return waiting.promise
  }

  async function withTimeout(reply: Promise<MpdReply>): Promise<MpdReply> {
    const timer = setTimeout(() => fail(new SourceError('MPD takes too long to answer')), COMMAND_TIMEOUT_MS)
    return reply.finally(() => clearTimeout(timer))
  }

  return {
    greeting: (): Promise<MpdReply> => withTimeout(expectReply()),

    /** @throws MpdRefusal, SourceError */
    command(line: string): Promise<MpdReply> {
      socket.write(`${line}\n`)
      return withTimeout(expectReply())
    },

    /** Waits for a change in one of these subsystems, at most `waitMs`. @throws SourceError */
    async idle(subsystems: string, waitMs: number): Promise<void> {
      socket.write(`idle ${subsystems}\n`)
      const reply = expectReply()
      const timer = setTimeout(() => {
        socket.write('noidle\n')
        // The time limit applies from here on; the caller gets errors from `reply` itself.
        withTimeout(reply).catch(() => undefined)
      }, waitMs)
      await reply.finally(() => clearTimeout(timer))
    },
  }
}
export type MpdClient = ReturnType<typeof createMpdClient>
