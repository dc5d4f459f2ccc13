import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createFairQueue } from '@atalaya/module-sdk/fair-queue'
import { SourceError } from '@atalaya/module-sdk/server'

const derive = promisify(pbkdf2)
const NONCE_BYTES = 18
/** Fewer iterations are easily guessed (RFC 5802 5.1); more would let an XMPP server keep this machine busy. */
const ITERATIONS = { min: 4096, max: 200_000 }

const WAITING_MAX = 500

/** User of a proof, and the signal that cancels it. */
export type Requester = { ownerKey: string; signal: AbortSignal }

const refusal = () => new SourceError('Too many XMPP accounts sign in at a time')
/** A proof can take a quarter of a second, on a thread that passwords of Atalaya need too. */
const proofQueue = createFairQueue({ parallel: 1, waitingMax: WAITING_MAX, refusal })

/** The best first. */
export const SCRAM = { 'SCRAM-SHA-512': 'sha512', 'SCRAM-SHA-256': 'sha256', 'SCRAM-SHA-1': 'sha1' } as const
export type ScramName = keyof typeof SCRAM

/** Proves that it knows a password without sending it, and has the XMPP server prove the same (RFC 5802). */
export function createScram(name: ScramName, user: string, secret: string) {
  const digest = SCRAM[name]
  const password = secret.normalize('NFKC')
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  const first = `n=${user.normalize('NFKC').replace(/=/g, '=3D').replace(/,/g, '=2C')},r=${nonce}`
  const hmac = (key: Buffer, text: string) => createHmac(digest, key).update(text).digest()
  let signature: Buffer | null = null

  return {
    first: `n,,${first}`,

    /** The answer to the XMPP server's challenge. @throws Error if the challenge is malformed */
    async answer(challenge: string, { ownerKey, signal }: Requester): Promise<string> {
      const [, fullNonce = '', salt = '', count = ''] = /^r=([^,]+),s=([^,]+),i=(\d+)/.exec(challenge) ?? []
      const iterations = Number(count)
      if (!fullNonce.startsWith(nonce) || fullNonce === nonce) throw new Error('not our nonce')
      if (!(iterations >= ITERATIONS.min && iterations <= ITERATIONS.max)) throw new Error(`${count} iterations`)
      const length = createHash(digest).digest().length
      const salted = await proofQueue({ group: ownerKey, member: user }, async () => {
        signal.throwIfAborted()
        return derive(password, Buffer.from(salt, 'base64'), iterations, length, digest)
      })
      const clientKey = hmac(salted, 'Client Key')
      // `biws` is `n,,` in base64: no channel binding.
      const last = `c=biws,r=${fullNonce}`
      const authMessage = `${first},${challenge},${last}`
      signature = hmac(hmac(salted, 'Server Key'), authMessage)
      const storedKey = createHash(digest).update(clientKey).digest()
      const proof = hmac(storedKey, authMessage).map((byte, at) => byte ^ (clientKey[at] ?? 0))
      return `${last},p=${Buffer.from(proof).toString('base64')}`
    },

    /** True if the XMPP server proves that it knows the password, too. */
    isServerProof(message: string): boolean {
      const [, encoded = ''] = /^v=([^,]+)/.exec(message) ?? []
      const actual = Buffer.from(encoded, 'base64')
      return signature !== null && actual.length === signature.length && timingSafeEqual(actual, signature)
    },
  }
}
