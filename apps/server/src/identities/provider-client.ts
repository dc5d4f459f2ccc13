import type { Configuration, ServerMetadata } from 'openid-client'
import type { OidcProvider } from '#server/config-oidc.ts'
import { CLOCK_SKEW_MAX_MS } from '#server/limits/limits.ts'
import { createProviderFetch, type Outbounds, type Reachability } from './provider-fetch.ts'

const SECOND_MS = 1000

export type ClientNeeds = Outbounds & { settings: OidcProvider; now: () => number }

/** Loaded with the first sign-in by a provider. */
export const loadClient = () => import('openid-client')

/** True for an issuer over plain HTTP, which the settings allow only on this machine. */
export const isPlain = (issuer: string) => new URL(issuer).protocol === 'http:'

/** Client of the library `openid-client` for one provider. */
export function createProviderClient({ settings, toProvider, toOthers, now }: ClientNeeds) {
  const { issuer, clientId, clientSecret } = settings
  const fetchBy = (reached: Reachability) => createProviderFetch(issuer, { toProvider, toOthers }, reached)

  async function authentication({ token_endpoint_auth_methods_supported: methods }: ServerMetadata) {
    const client = await loadClient()
    if (clientSecret === undefined) return client.None()
    const isPostOnly = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')
    return isPostOnly ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret)
  }

  return {
    /** Reads the provider's metadata. */
    async readMetadata(reached: Reachability): Promise<ServerMetadata> {
      const client = await loadClient()
      try {
        const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
          [client.customFetch]: fetchBy(reached),
          execute: isPlain(issuer) ? [client.allowInsecureRequests] : [],
        })
        return { ...found.serverMetadata() }
      } catch (error) {
        // Any error counts as away: without metadata nobody can sign in by this provider.
        reached.isAway = true
        throw error
      }
    },

    /** Makes a configuration for each sign-in, to fetch the provider's current keys, which may change at any time. */
    async configure(metadata: ServerMetadata, reached: Reachability): Promise<Configuration> {
      const client = await loadClient()
      const clientMetadata = {
        ...(clientSecret !== undefined && { client_secret: clientSecret }),
        [client.clockSkew]: Math.round((now() - Date.now()) / SECOND_MS),
        [client.clockTolerance]: CLOCK_SKEW_MAX_MS / SECOND_MS,
      }
      const config = new client.Configuration(metadata, clientId, clientMetadata, await authentication(metadata))
      config[client.customFetch] = fetchBy(reached)
      if (isPlain(issuer)) client.allowInsecureRequests(config)
      // The token's signature is checked too, though it came from the provider itself.
      client.enableNonRepudiationChecks(config)
      return config
    },
  }
}
