import { readFile } from 'node:fs/promises'
import {
  type Authenticator,
  credsAuthenticator,
  nkeyAuthenticator,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node'
import { type Config, ConfigError } from '#server/config.ts'

export type NatsAccess = { servers: string[]; tls?: object; authenticator?: Authenticator }

/**
 * Servers of NATS, and credentials of this instance. A file has the seed of an nkey, or credentials (a JWT with its
 * seed, as `nsc` writes them). A URL may have user and password, which the client does not read there itself.
 *
 * @throws ConfigError if the file can't be read or is neither.
 */
export async function natsAccess({ NATS_URL = '', NATS_CREDENTIALS }: NatsSettings): Promise<NatsAccess> {
  const urls = NATS_URL.split(',').map((url) => new URL(url))
  const servers = urls.map(({ host }) => host)
  const isEncrypted = urls.some(({ protocol }) => protocol === 'tls:')
  const authenticator = NATS_CREDENTIALS ? await fileAuthenticator(NATS_CREDENTIALS) : passwordAuthenticator(urls)
  return { servers, ...(isEncrypted && { tls: {} }), ...(authenticator && { authenticator }) }
}
export type NatsSettings = Pick<Config, 'NATS_URL' | 'NATS_CREDENTIALS'>

async function fileAuthenticator(file: string): Promise<Authenticator> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ConfigError(`Setting NATS_CREDENTIALS: the file can't be read (${(error as NodeJS.ErrnoException).code})`)
  })
  const bytes = (text: string) => new TextEncoder().encode(text)
  if (content.includes('BEGIN NATS USER JWT')) return credsAuthenticator(bytes(content))
  const seed = content.trim()
  if (!/^SU[A-Z2-7]{56}$/.test(seed)) {
    throw new ConfigError('Setting NATS_CREDENTIALS: the file holds neither the seed of an nkey (SU…) nor credentials')
  }
  return nkeyAuthenticator(bytes(seed))
}

function passwordAuthenticator(urls: URL[]): Authenticator | undefined {
  const url = urls.find(({ username }) => username !== '')
  return url && usernamePasswordAuthenticator(decodeURIComponent(url.username), decodeURIComponent(url.password))
}
