import type { Outbound } from '#server/net/outbound.ts'
import { ask } from './ask.ts'
import type { SendTo } from './send.ts'

type Needs = { outbound: Outbound; apiUrl: string; findToken(): Promise<string | null> }

/** Sends by the server's bot (https://core.telegram.org/bots/api#sendmessage), as plain text. */
export function createTelegram({ outbound, apiUrl, findToken }: Needs): SendTo {
  return async ({ chatId }, { title, body, link }) => {
    const token = await findToken()
    if (token === null) return { isGood: false, isRefused: true, text: 'This server has no bot of Telegram any more' }
    const text = [title, '', body, ...(link ? ['', link] : [])].join('\n')
    const sent = await ask(outbound, `${apiUrl}/bot${token}/sendMessage`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat_id: chatId, text, link_preview_options: { is_disabled: true } }),
    })
    // If the other side repeats the URL in its answer, the token is in it.
    return { ...sent, text: sent.text.replaceAll(token, '…') }
  }
}
