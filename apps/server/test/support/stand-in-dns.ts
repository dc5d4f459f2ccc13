import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Length of the header (RFC 1035); the question follows it. */
const HEADER_BYTES = 12
const TYPE_A = 1
const NO_SUCH_NAME = 3

/** Name of a question, and the offset after it. */
function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let offset = HEADER_BYTES
  for (let length = question[offset] ?? 0; length > 0; length = question[offset] ?? 0) {
    labels.push(question.toString('latin1', offset + 1, offset + 1 + length))
    offset += 1 + length
  }
  return { name: labels.join('.'), end: offset + 1 }
}

/** A DNS server with these IPv4 addresses by name. Ignores names that begin with `never`, and denies all others. */
export async function startStandInDns(known: Record<string, string>) {
  const lookups: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const { name, end } = readName(question)
    lookups.push(name)
    if (name.startsWith('never')) return
    const ipv4 = known[name]
    const isKnown = ipv4 !== undefined && question.readUInt16BE(end) === TYPE_A
    const answer = Buffer.from(question.subarray(0, end + 4))
    // The header: a response with recursion, its error code, the number of answers, no additional records.
    answer.writeUInt16BE(0x8180 | (ipv4 === undefined ? NO_SUCH_NAME : 0), 2)
    answer.writeUInt16BE(isKnown ? 1 : 0, 6)
    answer.writeUInt16BE(0, 10)
    // Record: a pointer to the question's name, type A, class IN, a TTL of one minute, four bytes.
    const record = Buffer.from([
      0xc0,
      HEADER_BYTES,
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
      ...(ipv4 ?? '').split('.').map(Number),
    ])
    socket.send(isKnown ? Buffer.concat([answer, record]) : answer, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { server: `127.0.0.1:${socket.address().port}`, lookups, stop: () => void socket.close() }
}
