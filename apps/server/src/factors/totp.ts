const ISSUER = 'Atalaya'
/** Time steps (half minutes) before and after, whose codes are accepted too: clocks differ, and typing takes time. */
const STEPS_AROUND = 1

/** Loads the library when it is first needed: few people have such an app. */
const load = () => import('otpauth')

/** Makes a new secret, and the `otpauth://` URI for the QR code that an app scans. */
export async function newTotp(username: string): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await load()
  // 160 bits, as RFC 4226 recommends.
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ issuer: ISSUER, label: username, secret })
  return { secret: secret.base32, uri: totp.toString() }
}

/** Time step of a code (RFC 6238), in half minutes since 1970. Null if no step near `at` has this code. */
export async function stepOf(secret: string, code: string, at: number): Promise<number | null> {
  const { Secret, TOTP } = await load()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp: at, window: STEPS_AROUND })
  return delta === null ? null : TOTP.counter({ timestamp: at }) + delta
}
