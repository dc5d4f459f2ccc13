import type { Outbound } from '#server/net/outbound.ts'
import { toPrintable } from './ask.ts'
import type { Outgoing, SendResult, SendTo } from './send.ts'

export type Smtp = {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  username: string
  password?: string | undefined
  from: string
}
type Needs = { outbound: Outbound; findSmtp(): Promise<Smtp | null> }

const TIMEOUT_MS = 10_000
/** Timeout of a whole mail. */
const WHOLE_MS = 20_000
/** Maximum of received bytes. The client would keep all lines that it did not ask for. */
const RECEIVED_MAX_BYTES = 256 * 1024
/** TLS reads past the events of the connection, so its bytes are checked regularly. */
const CHECK_EVERY_MS = 50
/** True for permanent failures: a retry gets the same answer (RFC 5321, 4.2.1). */
const isPermanent = (code: unknown) => typeof code === 'number' && code >= 500 && code < 600

/** Sends by the server's mail server. Messages about one incident stand in one thread. */
export function createEmail({ outbound, findSmtp }: Needs): SendTo {
  return async ({ to = '' }, message) => {
    const smtp = await findSmtp()
    if (!smtp) return { isGood: false, isRefused: true, text: 'This server sends no mail any more' }
    return sendMail(outbound, smtp, to, message)
  }
}

/** Returns the answer of the mail server. */
export async function sendMail(outbound: Outbound, smtp: Smtp, to: string, message: Outgoing): Promise<SendResult> {
  const { host, port, security, username, password, from } = smtp
  // Loaded when it is needed first.
  const { createTransport } = await import('nodemailer')
  const connection = await outbound.connect(host, port, { timeoutMs: TIMEOUT_MS })
  const transport = createTransport({
    host,
    port,
    connection,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { servername: host },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...(username && { auth: { user: username, pass: password ?? '' } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Ends the connection even if the mail server keeps sending slowly.
  const timer = setTimeout(() => connection.destroy(), WHOLE_MS)
  const byteCheck = setInterval(() => {
    if (connection.bytesRead > RECEIVED_MAX_BYTES) connection.destroy(new Error('The mail server says too much'))
  }, CHECK_EVERY_MS)
  try {
    const { response } = await transport.sendMail(mailOf(message, { from, to }))
    return { isGood: true, text: toPrintable(response) }
  } catch (error) {
    const { response, responseCode, message: text } = error as Error & { response?: string; responseCode?: number }
    return { isGood: false, text: toPrintable(response ?? text), isRefused: isPermanent(responseCode) }
  } finally {
    clearTimeout(timer)
    clearInterval(byteCheck)
    connection.destroy()
  }
}

function mailOf({ id, incidentId, title, body, link }: Outgoing, { from, to }: { from: string; to: string }) {
  const domain = from.split('@')[1] ?? 'localhost'
  const thread = incidentId === null ? undefined : `<alert-${incidentId}@${domain}>`
  return {
    from: { name: 'Atalaya', address: from },
    to,
    subject: title,
    messageId: `<${id}@${domain}>`,
    ...(thread && { references: thread, inReplyTo: thread }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: [body, ...(link ? ['', link] : [])].join('\n'),
    html: `<p>${body.split('\n').map(escapeHtml).join('<br>')}</p>${link ? `<p><a href="${escapeHtml(link)}">Open in Atalaya</a></p>` : ''}`,
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
