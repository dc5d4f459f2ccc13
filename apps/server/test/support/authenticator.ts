import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Assertion, CreationOptions, NewCredential, PasskeyRequestOptions } from '@atalaya/contract/passkeys'
import { BROWSER } from '@atalaya/testbed/people'

type StoredPasskey = {
  id: string
  rpId: string
  userHandle: string
  key: KeyObject
  publicKey: Buffer
  counter: number
}
/** False values that a real browser and its authenticator would never send. */
type Forged = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  isVerified?: boolean
  counter?: number
}

/** Flags of the authenticator data (WebAuthn, section 6.1). */
const [PRESENT, VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40]
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** The part of CBOR (RFC 8949) that an authenticator writes. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])])
}

/**
 * Header of a CBOR value: the major type in the upper three bits. The size is in the same byte if below 24, or in
 * one (24) or two (25) more bytes.
 */
function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256 ? Buffer.from([(major << 5) | 24, size]) : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

/**
 * An ES256 key in COSE (RFC 9053), a map with numbers as keys. Type (1) is EC2 (2), algorithm (3) is ES256 (-7). Curve
 * (-1) is P-256 (1), and the coordinates are -2 and -3.
 */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const decode = (text: string) => Buffer.from(text, 'base64url')
  return cbor(
    new Map<number, Cbor>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as [number, number][]),
      ...([
        [-2, decode(x)],
        [-3, decode(y)],
      ] as [number, Buffer][]),
    ]),
  )
}

/** Authenticator data (WebAuthn, section 6.1): relying party, flags, counter, and the key of a new passkey. */
function authDataOf(rpId: string, flags: number, counter: number, key?: Buffer): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, key ?? Buffer.alloc(0)])
}

function clientDataOf(type: string, challenge: string, forged: Forged): string {
  const origin = forged.origin ?? BROWSER.origin
  const clientData = { type: forged.type ?? type, challenge: forged.challenge ?? challenge, origin, crossOrigin: false }
  return base64url(JSON.stringify(clientData))
}

/** A software authenticator with real keys and signatures, which a test controls. */
export function createAuthenticator() {
  const passkeys: StoredPasskey[] = []

  /** Creates a passkey, as `navigator.credentials.create` does. */
  function make({ rp, user, challenge }: CreationOptions, forged: Forged = {}): NewCredential {
    const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const credentialId = randomBytes(32)
    const rpId = forged.rpId ?? rp.id
    const id = base64url(credentialId)
    const cose = coseOf(publicKey)
    passkeys.push({ id, rpId, userHandle: user.id, key, publicKey: cose, counter: 0 })
    // Two bytes, the upper one first.
    const length = Buffer.from([0, credentialId.length])
    // Sixteen zero bytes stand for the authenticator's model (AAGUID).
    const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cose])
    const authData = authDataOf(rpId, PRESENT | VERIFIED | HAS_KEY, 0, attested)
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: clientDataOf('webauthn.create', challenge, forged),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      },
    }
  }

  /** Signs a challenge, as `navigator.credentials.get` does. */
  function get({ rpId, challenge, allowCredentials }: PasskeyRequestOptions, forged: Forged = {}): Assertion {
    const allowed = allowCredentials.map(({ id }) => id)
    const passkey = passkeys.findLast((passkey) => allowed.length === 0 || allowed.includes(passkey.id))
    if (!passkey) throw new Error('No passkey of this authenticator is asked for')
    passkey.counter = forged.counter ?? passkey.counter + 1
    const flags = PRESENT | (forged.isVerified === false ? 0 : VERIFIED)
    const authData = authDataOf(forged.rpId ?? rpId, flags, passkey.counter)
    const clientDataJSON = clientDataOf('webauthn.get', challenge, forged)
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      id: passkey.id,
      rawId: passkey.id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', signed, passkey.key)),
        userHandle: passkey.userHandle,
      },
    }
  }

  return { make, get }
}
export type Authenticator = ReturnType<typeof createAuthenticator>
