import { createHmac, pbkdf2Sync } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export const PASSWORD = 'quiet lantern on the hill'
const SALT = 'c2FsdA=='
const ITERATIONS = 4096
const STREAM = `<?xml version='1.0'?><stream:stream from='farm.test' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`
const SASL = "xmlns='urn:ietf:params:xml:ns:xmpp-sasl'"
export const features = (inner: string) => `<stream:features>${inner}</stream:features>`
const SIGN_IN = features(`<mechanisms ${SASL}><mechanism>SCRAM-SHA-1</mechanism></mechanisms>`)

const decode = (text: string) => Buffer.from(text, 'base64').toString('utf8')
const encode = (text: string) => Buffer.from(text, 'utf8').toString('base64')
const textOf = (stanza: string) => /^<[^>]*>([^<]*)</.exec(stanza)?.[1] ?? ''

type Question = { id: string; text: string }
type Script = {
  /** Bytes after the head of the first stream. */
  features?: string | Buffer
  /** Answer to an iq of a signed-in client. */
  answer?: (question: Question) => string | Buffer | undefined
}

/** A server with a sign-in as specified (RFC 6120, RFC 5802). All other answers are those of `script`. */
export async function startStandInXmpp() {
  const script: Script = {}
  const state = { visits: 0 }
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    state.visits += 1
    open.add(socket)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
    serve(socket, script)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    script,
    state,
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sends a text to all connected clients. */
    say: (text: string | Buffer) => open.forEach((socket) => void socket.write(text)),
    stop(): void {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

function serve(socket: Socket, script: Script): void {
  const proof = { first: '', challenge: '' }
  let isSignedIn = false
  let unread = ''
  const begin = () =>
    socket.write(
      Buffer.concat([Buffer.from(STREAM), Buffer.from(isSignedIn ? features('') : (script.features ?? SIGN_IN))]),
    )

  function signIn(stanza: string): void {
    if (stanza.startsWith('<auth')) {
      proof.first = decode(textOf(stanza)).slice('n,,'.length)
      const nonce = /r=(.*)$/.exec(proof.first)?.[1]
      proof.challenge = `r=${nonce}more,s=${SALT},i=${ITERATIONS}`
      socket.write(`<challenge ${SASL}>${encode(proof.challenge)}</challenge>`)
    } else if (stanza.startsWith('<response')) {
      const salted = pbkdf2Sync(PASSWORD, Buffer.from(SALT, 'base64'), ITERATIONS, 20, 'sha1')
      const key = createHmac('sha1', salted).update('Server Key').digest()
      const last = decode(textOf(stanza)).replace(/,p=.*$/, '')
      const signature = createHmac('sha1', key).update(`${proof.first},${proof.challenge},${last}`).digest('base64')
      isSignedIn = true
      socket.write(`<success ${SASL}>${encode(`v=${signature}`)}</success>`)
    }
  }

  function onStanza(stanza: string): void {
    if (stanza.startsWith('<?xml')) begin()
    else if (!isSignedIn) signIn(stanza)
    else if (stanza.startsWith('<iq')) {
      const id = /id="([^"]*)"/.exec(stanza)?.[1] ?? ''
      socket.write(script.answer?.({ id, text: stanza }) ?? `<iq type='result' id='${id}'/>`)
    }
  }

  socket.on('data', (chunk) => {
    unread += chunk.toString('utf8')
    while (true) {
      // One whole stanza, or the head of a stream.
      const whole = /^(?:<\?xml[^>]*><[^>]*>|<(\w+)(?:[^>]*\/>|[^>]*>.*?<\/\1>))/s.exec(unread)?.[0]
      if (whole === undefined) return
      unread = unread.slice(whole.length)
      onStanza(whole)
    }
  })
}

/** Answer of an archive to a question for messages: these, and that there are no more (XEP-0313). */
export function archiveAnswer(
  { id, text }: Question,
  messages: string[],
  end = `<iq type='result' id='${id}'><fin xmlns='urn:xmpp:mam:2' complete='true'/></iq>`,
): string {
  const query = /queryid="([^"]*)"/.exec(text)?.[1] ?? ''
  const results = messages.map(
    (message, n) =>
      `<message><result xmlns='urn:xmpp:mam:2' queryid='${query}' id='m${n}'><forwarded xmlns='urn:xmpp:forward:0'>${message}</forwarded></result></message>`,
  )
  return `${results.join('')}${end}`
}
