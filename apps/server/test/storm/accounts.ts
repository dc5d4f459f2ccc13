import { auth } from '@atalaya/contract/auth'
import { someone } from '@atalaya/testbed/people'
import { type Client, isAcknowledged } from './client.ts'

/** Sign-ins of one account before the next is made: its simultaneous sign-ins and its sessions are limited. */
const SIGN_INS_MAX = 20

/** Account for the next sign-in, replaced after some sign-ins. Null if no new one could be made. */
export function createAccounts(client: Client) {
  let username: string | null = null
  let remaining = 0
  return async (): Promise<string | null> => {
    if (username !== null && remaining-- > 0) return username
    const body = someone()
    const reply = await client.call(auth.register, { body })
    username = isAcknowledged(auth.register, reply) ? body.username : null
    remaining = SIGN_INS_MAX - 1
    return username
  }
}
