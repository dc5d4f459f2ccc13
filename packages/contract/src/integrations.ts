import { z } from 'zod'
import { route } from './route.ts'
import { id, idParams, instant, nothing } from './scalars.ts'

/** Services to which users can connect their own account by consent. */
export const integrationService = z.enum(['spotify'])
export type IntegrationService = z.infer<typeof integrationService>

/** A user's connection to a service. Its tokens never leave the server. */
export const integration = z.object({
  _id: id,
  service: integrationService,
  /** Name of the account at the service; empty if unknown. */
  account: z.string(),
  /** `reconnect`: the service refuses access until the user consents again. */
  status: z.enum(['connected', 'reconnect']),
  connectedAt: instant,
  /** When the consent expires by the service's rules; null if it does not. */
  endsAt: instant.nullable(),
})
export type Integration = z.infer<typeof integration>

/** A service as this installation can offer it to a page at `origin`. */
export const offer = z.object({
  service: integrationService,
  /** Reason why it can't be connected from here, for people; null if it can. */
  problem: z.string().nullable(),
  /** Redirect address to register with the service, at that origin. Null if the service or this server refuses it. */
  redirectUri: z.string().nullable(),
})
export type Offer = z.infer<typeof offer>

/** Origin of the page that asks; the service sends its answer there. */
const origin = z.url({ protocol: /^https?$/ }).max(300)

export const integrations = {
  list: route({
    method: 'GET',
    path: '/api/v1/integrations',
    access: 'user',
    scope: null,
    summary: "The user's connections to services, and what can be connected from the page at `origin`",
    query: z.object({ origin }),
    data: z.object({ integrations: z.array(integration), offers: z.array(offer) }),
  }),
  startSpotify: route({
    method: 'POST',
    path: '/api/v1/integrations/spotify/start',
    access: 'user',
    scope: null,
    summary: "Begin to connect Spotify: the address of Spotify's page of consent",
    body: z.strictObject({ origin }),
    fails: [409],
    data: z.object({ authorizeUrl: z.url() }),
  }),
  exchangeSpotify: route({
    method: 'POST',
    path: '/api/v1/integrations/spotify/exchange',
    access: 'user',
    scope: null,
    summary: 'Finish it with what came back to `/spotify-callback`; only in the session that began it, and once',
    body: z.strictObject({ code: z.string().min(1).max(2000), state: z.string().min(1).max(200) }),
    fails: [409, 502],
    data: z.object({ integration }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/integrations/:id',
    access: 'user',
    scope: null,
    summary: 'Forget a connection with its tokens',
    params: idParams,
    data: nothing,
  }),
}
