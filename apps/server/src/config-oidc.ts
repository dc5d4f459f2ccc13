import { boundedText } from '@atalaya/contract/bounded-text'
import { z } from 'zod'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Requires https, except on loopback: an attacker who can change a provider's answers could sign in as anybody. */
const isSafe = (address: string) => {
  const { protocol, hostname, search, hash } = URL.parse(address) ?? {}
  if (protocol === undefined || hostname === undefined) return false
  return (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) && search === '' && hash === ''
}

const issuer = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://id.example.org' })
  .refine(isSafe, { error: 'must be https, without ? and #; http is taken for this machine itself alone' })

const scopes = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((scope) => scope !== ''))
  .refine((scopes) => scopes.includes('openid'), { error: 'must hold openid' })
  .transform((scopes) => scopes.join(' '))

/** Settings of one provider, by the name after `OIDC_<NAME>_`. */
export const providerSettings = z.object({
  ISSUER: issuer.describe('Issuer address of the provider; its discovery document is below it.'),
  CLIENT_ID: z.string().min(1).max(300).describe('Client id of this installation at the provider.'),
  CLIENT_SECRET: z.string().min(1).max(1000).optional().describe('Client secret, if the provider gave one.'),
  NAME: boundedText(40).trim().min(1).max(40).optional().describe('Text of the sign-in button.'),
  SCOPES: scopes.default('openid profile email').describe('Requested scopes; add groups if the provider needs it.'),
  ADMIN_GROUP: boundedText(200)
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Members of this group are administrators here; checked at each sign-in.'),
  GROUPS_CLAIM: z
    .string()
    .min(1)
    .max(200)
    .default('groups')
    .describe('The claim that holds the groups; one inside another is named with a dot: realm_access.roles.'),
  REGISTRATION: z
    .enum(['open', 'closed'])
    .optional()
    .describe('Whether a first sign-in creates an account; by default as REGISTRATION.'),
})

/** Names of providers, as used in settings and URLs. */
export const providerNames = z
  .array(z.string().regex(/^[a-z][a-z0-9]{0,31}$/, 'must be names of small letters and digits like home,club'))
  .max(10, 'can have at most 10 names')
  .refine((names) => new Set(names).size === names.length, { error: 'names a provider twice' })

/** A provider by which people may sign in. */
export type OidcProvider = {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string | undefined
  scopes: string
  adminGroup: string | undefined
  groupsClaim: string
  registration: 'open' | 'closed'
}

type ToError = (setting: string, message: string | undefined) => Error
type ProviderOptions = { names: readonly string[]; registration: 'open' | 'closed' }

/** Reads the settings of the named providers. Refuses an unknown setting of a provider: it is probably misspelt. */
export function readProviders(
  environment: NodeJS.ProcessEnv,
  { names, registration }: ProviderOptions,
  toError: ToError,
): OidcProvider[] {
  const issuers = new Set<string>()
  return names.map((id) => {
    const prefix = `OIDC_${id.toUpperCase()}_`
    const variables = Object.entries(environment)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value] as const)
    const unknown = variables.find(([name]) => !(name in providerSettings.shape))
    if (unknown) throw toError(`${prefix}${unknown[0]}`, 'is unknown; see .env.example')
    const { data, error } = providerSettings.safeParse(Object.fromEntries(variables))
    if (!data) {
      const [issue] = error.issues
      throw toError(`${prefix}${issue?.path.join('.')}`, issue?.message)
    }
    // Two providers of one issuer would be indistinguishable. `https://host` and `https://host/` are the same issuer.
    const { href } = new URL(data.ISSUER)
    if (issuers.has(href)) throw toError(`${prefix}ISSUER`, 'is that of another provider')
    issuers.add(href)
    return {
      id,
      name: data.NAME ?? id.charAt(0).toUpperCase() + id.slice(1),
      issuer: data.ISSUER,
      clientId: data.CLIENT_ID,
      clientSecret: data.CLIENT_SECRET,
      scopes: data.SCOPES,
      adminGroup: data.ADMIN_GROUP,
      groupsClaim: data.GROUPS_CLAIM,
      registration: data.REGISTRATION ?? registration,
    }
  })
}
