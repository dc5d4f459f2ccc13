import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const VERSION = 'v1'
const IV_BYTES = 12

/** A sealed text that can't be opened: another key or another owner sealed it, or another program. */
export class SealError extends Error {}

/** Id of a key, which does not reveal it: each sealed text carries it. */
export function keyIdOf(secret: string): string {
  const key = createHash('sha256').update(secret).digest()
  return createHash('sha256').update(key).digest('hex').slice(0, 8)
}

/**
 * Encrypts texts that must not be readable in the database or a backup (AES-256-GCM). `owner` names the row that a
 * text belongs to; a text opens for its own owner only. `secret` is the installation's key, of any length.
 */
export function createSecretBox(secret: string) {
  const key = createHash('sha256').update(secret).digest()
  const keyId = keyIdOf(secret)

  return {
    seal(text: string, owner: string): string {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const parts = [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))
      return [VERSION, keyId, ...parts].join('.')
    },

    /** True if a text was sealed with this key; it can't be opened with another one. */
    isOurs: (text: string): boolean => text.startsWith(`${VERSION}.${keyId}.`),

    /** @throws SealError */
    open(text: string, owner: string): string {
      const [version, id, iv, tag, sealed] = text.split('.')
      if (version !== VERSION || iv === undefined || tag === undefined || sealed === undefined) {
        throw new SealError('This is not an encrypted text')
      }
      if (id !== keyId) throw new SealError('This was encrypted with another key')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(Buffer.from(tag, 'base64url'))
        return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8')
      } catch (error) {
        throw new SealError('The encrypted text was changed', { cause: error })
      }
    },
  }
}
export type SecretBox = ReturnType<typeof createSecretBox>
