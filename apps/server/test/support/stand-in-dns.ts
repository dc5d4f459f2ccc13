import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Bytes of the header (RFC 1035), which the question follows. */
const HEAD = 12
const TYPE_A = 1
const NO_SUCH_NAME = 3

/** The name of a question, and its end. */
function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = HEAD
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

/** A DNS server with these IPv4 addresses by name. Ignores names that begin with `never`, and denies all others. */
export async function startStandInDns(known: Record<string, string>) {
  const lookups: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const { name, end } = readName(question)
    lookups.push(name)
    if (name.startsWith('never')) return
    const found = known[name]
    const isKnown = found !== undefined && question.readUInt16BE(end) === TYPE_A
    const answer = Buffer.from(question.subarray(0, end + 4))
    // The header: a response with recursion, its error code, the number of answers, no additional records.
    answer.writeUInt16BE(0x8180 | (found === undefined ? NO_SUCH_NAME : 0), 2)
    answer.writeUInt16BE(isKnown ? 1 : 0, 6)
    answer.writeUInt16BE(0, 10)
    // Record: a pointer to the question's name, type A, class IN, a TTL of one minute, four bytes.
    const record = Buffer.from([
      0xc0,
      HEAD,
      0,
      TYPE_A,
      0,
      1,
      0,
      0,
      0,
      60,
      0,
      4,
      ...(found ?? '').split('.').map(Number),
    ])
    socket.send(isKnown ? Buffer.concat([answer, record]) : answer, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { server: `127.0.0.1:${socket.address().port}`, lookups, stop: () => void socket.close() }
}
