const ISSUER = 'Atalaya'
/** Half minutes before and after whose codes are accepted too: clocks differ, and typing takes time. */
const STEPS_AROUND = 1

/** Loads the library when it is first needed: few people have such an app. */
const load = () => import('otpauth')

/** A new secret, and the address of its QR code for an app. */
export async function newTotp(username: string): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await load()
  // 160 bits, as RFC 4226 recommends.
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ issuer: ISSUER, label: username, secret })
  return { secret: secret.base32, uri: totp.toString() }
}

/** Number of the half minute since 1970 that has this code; null if no half minute near `at` has it. */
export async function stepOf(secret: string, code: string, at: number): Promise<number | null> {
  const { Secret, TOTP } = await load()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp: at, window: STEPS_AROUND })
  return delta === null ? null : TOTP.counter({ timestamp: at }) + delta
}
