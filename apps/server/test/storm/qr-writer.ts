import type { Tokens } from '@atalaya/contract/auth'
import { qr } from '@atalaya/contract/qr'
import { PASSWORD } from '@atalaya/testbed/people'
import { createAccounts } from './accounts.ts'
import { type Client, isAcknowledged } from './client.ts'
import type { Writer } from './writer.ts'

type UsedCode = { username: string; code: string; pollToken: string; tokens: Tokens }

/** Signs in by QR code, as both devices do. Checks that used codes and tokens are refused. */
export async function createQrWriter(client: Client): Promise<Writer> {
  const nextAccount = createAccounts(client)
  let usedCodes: UsedCode[] = []
  const approve = (code: string, username: string) =>
    client.call(qr.authenticate, { body: { code, username, password: PASSWORD } })
  const poll = (code: string, pollToken: string) =>
    client.call(qr.status, { params: { code } }, { 'x-qr-poll': pollToken })

  async function write(): Promise<boolean> {
    const username = await nextAccount()
    if (username === null) return false
    const generated = await client.call(qr.generate, {})
    if (!isAcknowledged(qr.generate, generated)) return false
    const { code, pollToken } = generated.data
    if (!isAcknowledged(qr.scan, await client.call(qr.scan, { body: { code } }))) return false
    if (!isAcknowledged(qr.authenticate, await approve(code, username))) return false
    const polled = await poll(code, pollToken)
    if (!isAcknowledged(qr.status, polled)) return false
    if (!polled.data.tokens) throw new Error('An approved code gives no session')
    usedCodes.push({ username, code, pollToken, tokens: polled.data.tokens })
    return true
  }

  async function complaintAbout({ username, code, pollToken, tokens }: UsedCode): Promise<string | null> {
    if ((await client.meStatus(tokens.accessToken)) !== 200) return 'a session from a code is lost'
    const again = await approve(code, username)
    if (!again?.isRefused) return `a used code could be approved again: ${again?.status}`
    const { data } = (await poll(code, pollToken)) ?? {}
    const isOther = data?.tokens && data.tokens.accessToken !== tokens.accessToken
    return isOther ? 'a used code gave a second session' : null
  }

  return {
    kind: 'QR codes',
    write,
    async check() {
      const complaints = []
      for (const code of usedCodes) complaints.push(await complaintAbout(code))
      usedCodes = []
      return complaints.filter((complaint) => complaint !== null)
    },
  }
}
