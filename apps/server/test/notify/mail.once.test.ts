import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createOutbound } from '#server/net/outbound.ts'
import { type Smtp, sendMail } from '#server/notify/channels/email.ts'
import type { Outgoing } from '#server/notify/channels/send.ts'
import { CERTIFICATE, KEY } from '#test/support/certificate.ts'
import { loopback } from '#test/support/loopback.ts'

const names = {
  find: async () => [{ address: '127.0.0.1', family: 4 }],
  services: async () => [],
}
const outbound = createOutbound({ allowed: loopback, names })
const trusted = getCACertificates()
beforeAll(() => setDefaultCACertificates([...trusted, CERTIFICATE]))
afterAll(() => setDefaultCACertificates(trusted))

const message: Outgoing = {
  id: 'm1',
  title: 'Critical: bäckup · It is offline',
  body: 'One\n<b>two</b>',
  severity: 'critical',
  what: 'opened',
  incidentId: 'i1',
  link: 'https://atalaya.test/alerts/i1',
}

/** A mail server on this machine. Returns the received messages, and each sign-in with its encryption. */
async function startMail(options: SMTPServerOptions) {
  const mails: string[] = []
  const signIns: string[] = []
  const server = new SMTPServer({
    key: KEY,
    cert: CERTIFICATE,
    authOptional: true,
    closeTimeout: 100,
    onAuth({ username = '', password = '' }, session, done) {
      signIns.push(`${username} ${session.secure ? 'encrypted' : 'in plain text'}`)
      if (password === 'right') done(null, { user: username })
      else done(new Error('Wrong password'))
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('nobody')) done(Object.assign(new Error('No such user here'), { responseCode: 550 }))
      else done()
    },
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (part: Buffer) => {
        text += part.toString()
      })
      stream.on('end', () => {
        mails.push(text)
        done(null, 'kept as 42')
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.close(() => {}))
  const { port } = server.server.address() as { port: number }
  return { mails, signIns, port }
}
const smtpAt = (port: number, more: Partial<Smtp> = {}): Smtp => ({
  host: 'farm.test',
  port,
  security: 'starttls',
  username: '',
  from: 'tower@farm.test',
  ...more,
})

describe.each([
  ['tls', { secure: true }],
  ['starttls', {}],
  ['none', { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }],
] as const)('by %s', (security, options) => {
  test('a mail arrives, in text and HTML, in the thread of its alert', async () => {
    const { mails, signIns, port } = await startMail(options as SMTPServerOptions)
    const smtp = smtpAt(port, { security, username: 'tower', password: 'right' })
    const sent = await sendMail(outbound, smtp, 'ann@farm.test', message)
    expect(sent).toEqual({ isGood: true, text: '250 kept as 42' })
    expect(signIns).toEqual([security === 'none' ? 'tower in plain text' : 'tower encrypted'])
    const [mail = ''] = mails
    expect(mail).toContain('Message-ID: <m1@farm.test>')
    expect(mail).toContain('References: <alert-i1@farm.test>')
    expect(mail).toContain('Auto-Submitted: auto-generated')
    expect(mail).toContain('text/plain')
    expect(mail).toContain('&lt;b&gt;two&lt;/b&gt;')
  })
})

test('a server without STARTTLS gets no mail if STARTTLS is required', async () => {
  const { mails, signIns, port } = await startMail({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  const sent = await sendMail(
    outbound,
    smtpAt(port, { username: 'tower', password: 'right' }),
    'ann@farm.test',
    message,
  )
  expect(sent.isGood).toBe(false)
  expect([mails, signIns]).toEqual([[], []])
})

test('a server with a certificate for another name gets no mail', async () => {
  const { mails, port } = await startMail({ secure: true })
  const sent = await sendMail(outbound, smtpAt(port, { security: 'tls', host: 'other.test' }), 'ann@farm.test', message)
  expect(sent).toMatchObject({ isGood: false, text: expect.stringContaining('altname') })
  expect(mails).toEqual([])
})

test.each([
  ['a wrong password', { username: 'tower', password: 'wrong' }, 'ann@farm.test', 'Wrong password', true],
  ['an unknown address', {}, 'nobody@farm.test', 'No such user here', true],
])('%s is reported with the answer of the server, and is not retried', async (_what, more, to, text, isRefused) => {
  const { port } = await startMail({})
  const sent = await sendMail(outbound, smtpAt(port, more), to, message)
  expect(sent).toMatchObject({ isGood: false, isRefused, text: expect.stringContaining(text) })
})

test.each([
  ['none', createServer()],
  ['tls', createTlsServer({ key: KEY, cert: CERTIFICATE })],
] as const)('by %s, a mail server that never stops sending is left', async (security, server) => {
  const lines = Buffer.from('\r\n'.repeat(32 * 1024))
  server.on(security === 'tls' ? 'secureConnection' : 'connection', (socket: Socket) => {
    const flood = () => {
      while (!socket.destroyed && socket.write(lines));
    }
    socket.on('drain', flood).on('error', () => {})
    flood()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const sent = await sendMail(outbound, smtpAt(port, { security }), 'ann@farm.test', message)
  expect(sent).toMatchObject({ isGood: false, text: expect.stringMatching(/says too much|closed/) })
})

test('a line break in an address or a title adds no header', async () => {
  const { mails, port } = await startMail({})
  await sendMail(outbound, smtpAt(port), 'ann@farm.test', { ...message, title: 'a\r\nBcc: eve@farm.test' })
  expect(mails[0]).not.toMatch(/^Bcc:/m)
})

test('an unreachable mail server fails with an error', async () => {
  const { port } = await startMail({})
  await expect(sendMail(outbound, smtpAt(port === 9 ? 10 : 9), 'ann@farm.test', message)).rejects.toThrow(
    'The other server could not be asked',
  )
})
