import { SourceError } from '@atalaya/module-sdk/server'
import type { Element } from 'ltx'
import { element } from './elements.ts'
import { createScram, type Requester, SCRAM, type ScramName } from './scram.ts'
import type { Wire } from './wire.ts'

const SASL_NS = 'urn:ietf:params:xml:ns:xmpp-sasl'
/** A wrong password is not tried again and again: servers shut such visitors out. */
const AFTER_REFUSAL_MS = 15 * 60_000
const BUSY = new Set(['temporary-auth-failure'])

const encode = (text: string) => Buffer.from(text, 'utf8').toString('base64')
const decode = (text: string) => Buffer.from(text, 'base64').toString('utf8')

type Account = { user: string; password: string } & Requester

function refusal(failure: Element): SourceError {
  const [condition] = failure.getChildElements()
  if (BUSY.has(condition?.getName() ?? '')) return new SourceError('The XMPP server lets nobody in at the moment')
  return new SourceError('The XMPP server does not take this address and password', { retryAfterMs: AFTER_REFUSAL_MS })
}

async function payloadOf(wire: Wire, name: 'challenge' | 'success'): Promise<string> {
  const answer = await wire.next()
  if (answer.is('failure', SASL_NS)) throw refusal(answer)
  if (!answer.is(name, SASL_NS)) throw new SourceError('The XMPP server answered with an error')
  return decode(answer.getText())
}

function start(wire: Wire, mechanism: string, text: string): void {
  const auth = element('auth', SASL_NS, encode(text))
  auth.attrs.mechanism = mechanism
  wire.send(auth)
}

async function withScram(wire: Wire, name: ScramName, { user, password, ...requester }: Account): Promise<void> {
  const scram = createScram(name, user, password)
  start(wire, name, scram.first)
  const challenge = await payloadOf(wire, 'challenge')
  const answer = await scram.answer(challenge, requester).catch((cause) => {
    if (cause instanceof SourceError) throw cause
    throw new SourceError('The XMPP server asks for a proof that can not be given', { cause })
  })
  wire.send(element('response', SASL_NS, encode(answer)))
  if (!scram.isServerProof(await payloadOf(wire, 'success'))) {
    throw new SourceError('The XMPP server does not know the password itself; it may be another')
  }
}

/**
 * Signs in (RFC 6120 6), by the safest mechanism that the XMPP server knows.
 *
 * @throws SourceError
 */
export async function authenticate(
  wire: Wire,
  { features, isTls }: { features: Element; isTls: boolean },
  account: Account,
): Promise<void> {
  const mechanisms = features.getChild('mechanisms', SASL_NS)?.getChildren('mechanism') ?? []
  const offered = new Set(mechanisms.map((mechanism) => mechanism.getText()))
  const scram = (Object.keys(SCRAM) as ScramName[]).find((name) => offered.has(name))
  if (scram) return withScram(wire, scram, account)
  // The password itself goes over an encrypted connection only.
  if (!offered.has('PLAIN') || !isTls) throw new SourceError('The XMPP server offers no safe way to sign in')
  start(wire, 'PLAIN', `\0${account.user}\0${account.password}`)
  await payloadOf(wire, 'success')
}
