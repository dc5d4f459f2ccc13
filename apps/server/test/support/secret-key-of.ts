import type { Config } from '#server/config.ts'
import { findSecretKey } from '#server/secrets/secret-key.ts'

/** The key of a server that has been started. */
export async function secretKeyOf(config: Config): Promise<string> {
  const key = await findSecretKey(config)
  if (key === null) throw new Error('There is no key yet')
  return key
}
