import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser's subscription, which decrypts pushes (RFC 8291 with aes128gcm of RFC 8188). */
export function createPushBrowser() {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)

  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },

    /** Decrypts a message. Its header: salt (16 bytes), record size (4), length of the server's key (1), that key. */
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const keyLength = body[20] ?? 0
      const serverKey = body.subarray(21, 21 + keyLength)
      const sealed = body.subarray(21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey])
      const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(serverKey), auth, info, 32))
      const derive = (purpose: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${purpose}\0`), length))
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // The delimiter 2 ends the text; padding follows.
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'))
    },
  }
}
