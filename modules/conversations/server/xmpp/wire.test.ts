import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { SourceError } from '@atalaya/module-sdk/server'
import { expect, onTestFinished, test } from 'vitest'
import { STREAM_NS } from './reader.ts'
import { createWire } from './wire.ts'

const secure = () => Promise.reject(new Error('not encrypted here'))

/** A stream whose server sends many unrequested elements, right after its features. */
async function openWith(unrequested: number) {
  const server = createServer((socket) => {
    const begin = `<stream:stream xmlns='jabber:client' xmlns:stream='${STREAM_NS}'><stream:features/>`
    const stanzas = Array.from({ length: unrequested }, (_, n) => `<a n='${n}'/>`).join('')
    socket.on('error', () => undefined).once('data', () => void socket.write(begin + stanzas))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = createConnection((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  await once(socket, 'connect')
  const wire = createWire({ socket, domain: 'farm.test', net: { secure } })
  await wire.open()
  return { wire, socket }
}

test('up to four stanzas sent before a request are kept for the reader', async () => {
  const { wire } = await openWith(4)
  for (const n of ['0', '1', '2', '3']) expect((await wire.next()).attrs.n).toBe(n)
})

test('an XMPP server that sends more than four stanzas before a request is refused', async () => {
  const { wire, socket } = await openWith(5)
  await expect(wire.ended).rejects.toEqual(new SourceError('This is not an XMPP server'))
  expect(socket.destroyed).toBe(true)
})
