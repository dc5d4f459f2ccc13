import { randomUUID } from 'node:crypto'
import { SourceError, type Tools } from '@atalaya/module-sdk/server'
import { Element } from 'ltx'
import type { AccountConfig } from '../account.ts'
import { connect, isPrivate, readAddress } from './address.ts'
import { authenticate } from './authenticate.ts'
import { element, Refusal } from './elements.ts'
import { createWire, type Wire } from './wire.ts'

const TLS_NS = 'urn:ietf:params:xml:ns:xmpp-tls'
const BIND_NS = 'urn:ietf:params:xml:ns:xmpp-bind'
const STANZAS_NS = 'urn:ietf:params:xml:ns:xmpp-stanzas'
const ANSWER_TIMEOUT_MS = 20_000

/** Encrypts (STARTTLS) if the XMPP server can. Only a server in a private network may do without. */
async function startTls(
  wire: Wire,
  features: Element,
  isInPrivateNetwork: boolean,
): Promise<{ features: Element; isTls: boolean }> {
  if (!features.getChild('starttls', TLS_NS)) {
    if (isInPrivateNetwork) return { features, isTls: false }
    throw new SourceError('The XMPP server does not encrypt, which is asked of servers outside of your network')
  }
  wire.send(element('starttls', TLS_NS))
  if (!(await wire.next()).is('proceed', TLS_NS)) throw new SourceError('The XMPP server does not encrypt')
  await wire.secure({ isVerified: !isInPrivateNetwork })
  return { features: await wire.open(), isTls: true }
}

/**
 * Signs in with address and password (RFC 6120). Sends no presence, so nobody sees the account online.
 *
 * @throws SourceError
 */
export async function openSession({ user = '', password = '', homeserver = '' }: AccountConfig, tools: Tools) {
  const { net, ownerKey, signal } = tools
  const { local, domain, bare } = readAddress(user)
  const { socket, isTls } = await connect(domain, homeserver, net)
  const isInPrivateNetwork = isPrivate(socket.remoteAddress ?? '')
  const wire = createWire({ socket, domain, net })
  try {
    if (isTls) await wire.secure({ isVerified: !isInPrivateNetwork, protocols: ['xmpp-client'] })
    const first = await wire.open()
    const stream = isTls ? { features: first, isTls } : await startTls(wire, first, isInPrivateNetwork)
    await authenticate(wire, stream, { user: local, password, ownerKey, signal })
    await wire.open()
    return await createSession(wire, bare)
  } catch (error) {
    wire.fail(error as Error)
    throw error
  }
}
export type XmppSession = Awaited<ReturnType<typeof openSession>>

async function createSession(wire: Wire, bare: string) {
  const pending = new Map<string, PromiseWithResolvers<Element>>()
  const listeners = new Set<(message: Element) => void>()

  /** Answers requests of the server: its pings (XEP-0199), and all others with an error. */
  function reply(iq: Element): void {
    const { id, from } = iq.attrs
    const isPing = iq.getChild('ping', 'urn:xmpp:ping') !== undefined
    const answer = new Element('iq', { type: isPing ? 'result' : 'error', id, to: from })
    if (!isPing) answer.c('error', { type: 'cancel' }).c('service-unavailable', { xmlns: STANZAS_NS })
    wire.send(answer)
  }

  wire.each((stanza) => {
    const { type, id } = stanza.attrs
    if (stanza.name === 'message') for (const listener of listeners) listener(stanza)
    if (stanza.name !== 'iq') return
    if (type === 'get' || type === 'set') return reply(stanza)
    const [condition] = stanza.getChild('error')?.getChildElements() ?? []
    if (type === 'result') pending.get(id)?.resolve(stanza)
    else pending.get(id)?.reject(new Refusal(condition?.getName() ?? 'refused'))
  })

  /** @throws Refusal, SourceError */
  async function ask(type: 'get' | 'set', payload: Element, to?: string): Promise<Element> {
    const id = randomUUID()
    const answer = Promise.withResolvers<Element>()
    pending.set(id, answer)
    const onTimeout = () => answer.reject(new SourceError('The XMPP server takes too long to answer'))
    const timer = setTimeout(onTimeout, ANSWER_TIMEOUT_MS)
    const iq = new Element('iq', { type, id, ...(to !== undefined && { to }) })
    iq.append(payload)
    wire.send(iq)
    try {
      return await Promise.race([answer.promise, wire.ended])
    } finally {
      clearTimeout(timer)
      pending.delete(id)
    }
  }

  await ask('set', element('bind', BIND_NS))
  return {
    bare,
    ask,
    send: wire.send,
    /** Rejects when the connection is gone. */
    ended: wire.ended,
    /** Calls the listener with each message. Returns a function that stops it. */
    listen(listener: (message: Element) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
