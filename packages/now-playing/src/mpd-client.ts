import type { Socket } from 'node:net'
import { SourceError } from '@atalaya/module-sdk/server'

const COMMAND_MS = 10_000
/** More than any answer that we ask for. */
const UNREAD_MAX_BYTES = 512 * 1024
const LINE_END = 10

/** The lines of an answer by their names, the first of each, and the bytes that it carried. */
export type MpdReply = { fields: Readonly<Record<string, string>>; binary: Buffer | null }
/** What MPD says when it does not do as it is told: `ACK [4@0] {} you don't have permission`. */
export class MpdRefusal extends Error {}

type Waiting = PromiseWithResolvers<MpdReply> & { fields: Record<string, string>; binary: Buffer | null }

/** An argument as MPD reads it; a line end would begin another command. */
export const quoted = (text: string) => `"${text.replace(/[\r\n]/g, ' ').replace(/[\\"]/g, '\\$&')}"`

/** Speaks the protocol of the Music Player Daemon over a connection, one command at a time. */
export function createMpdClient(socket: Socket) {
  const queue: Waiting[] = []
  let unread: Buffer = Buffer.alloc(0)
  let binaryLeft = -1
  let failure: Error | null = null

  function fail(error: Error): void {
    failure ??= error
    socket.destroy()
    for (const waiting of queue.splice(0)) waiting.reject(failure)
  }

  function takeLine(): string | null {
    const end = unread.indexOf(LINE_END)
    if (end === -1) return null
    const line = unread.subarray(0, end).toString('utf8')
    unread = unread.subarray(end + 1)
    return line
  }

  /** The bytes that a line has announced; false while they are still on their way. */
  function takeBinary(waiting: Waiting): boolean {
    if (unread.length <= binaryLeft) return false
    waiting.binary = Buffer.from(unread.subarray(0, binaryLeft))
    unread = unread.subarray(binaryLeft + 1)
    binaryLeft = -1
    return true
  }

  function read(line: string, waiting: Waiting): void {
    const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? []
    if (line === 'OK' || line.startsWith('OK MPD ')) queue.shift()?.resolve(waiting)
    else if (line.startsWith('ACK ')) queue.shift()?.reject(new MpdRefusal(line))
    else if (name === '') fail(new SourceError('What answers there is no MPD'))
    else if (name === 'binary') binaryLeft = Number(value)
    else waiting.fields[name.toLowerCase()] ??= value
  }

  function advance(): void {
    for (;;) {
      const [waiting] = queue
      if (!waiting) return
      if (binaryLeft >= 0) {
        if (!takeBinary(waiting)) return
        continue
      }
      const line = takeLine()
      if (line === null) return
      read(line, waiting)
    }
  }

  socket.on('data', (chunk) => {
    unread = Buffer.concat([unread, chunk])
    advance()
    if (unread.length > UNREAD_MAX_BYTES) fail(new SourceError('What answers there is no MPD'))
  })
  socket.on('error', (cause) => fail(new SourceError('MPD has ended the connection', { cause })))
  socket.on('close', () => fail(new SourceError('MPD has ended the connection')))

  function expectReply(): Promise<MpdReply> {
    if (failure) return Promise.reject(failure)
    const waiting = { ...Promise.withResolvers<MpdReply>(), fields: {}, binary: null }
    queue.push(waiting)
    advance()
    return waiting.promise
  }

  async function within(reply: Promise<MpdReply>): Promise<MpdReply> {
    const timer = setTimeout(() => fail(new SourceError('MPD takes too long to answer')), COMMAND_MS)
    return reply.finally(() => clearTimeout(timer))
  }

  return {
    greeting: (): Promise<MpdReply> => within(expectReply()),

    /** @throws MpdRefusal, SourceError */
    command(line: string): Promise<MpdReply> {
      socket.write(`${line}\n`)
      return within(expectReply())
    },

    /** Waits for a change of one of these, at the latest until `waitMs`. @throws SourceError */
    async idle(subsystems: string, waitMs: number): Promise<void> {
      socket.write(`idle ${subsystems}\n`)
      const reply = expectReply()
      let given: Promise<MpdReply> | null = null
      const timer = setTimeout(() => {
        socket.write('noidle\n')
        given = within(reply)
        given.catch(() => undefined)
      }, waitMs)
      await reply.finally(() => clearTimeout(timer))
    },
  }
}
export type MpdClient = ReturnType<typeof createMpdClient>
