import type { ServiceName, Tools } from '@atalaya/module-sdk/server'
import type { AccessTokens } from '#server/integrations/access-tokens.ts'
import type { Outbound } from '#server/net/outbound.ts'
import type { Pictures } from './pictures.ts'
import { createSourceNet } from './source-net.ts'
import type { Turns } from './turns.ts'
import type { ToolsFor } from './upstream.ts'

/** Bound of a warning, which may quote another server. */
const WARNING_MAX = 500

type Needs = {
  outbound: Pick<Outbound, 'request' | 'connect' | 'resolve' | 'services'>
  settings: Tools['settings']
  tokens: Pick<AccessTokens, 'of'>
  pictures: Pictures
  framed: Tools['framed']
  turns: Turns
  warn: (module: string, userId: string, message: string) => void
}
/** A running source: its module, its user, and the service that it may use in the user's name. */
type Work = { moduleId: string; userId: string; service: ServiceName | null }

/** Tools of the server that a running source may use. */
export function createSourceTools({ outbound, settings, tokens, pictures, framed, turns, warn }: Needs) {
  return ({ moduleId, userId, service }: Work): ToolsFor => {
    const queueKey = { group: userId, member: moduleId }
    const warnOfModule = (message: string) =>
      warn(moduleId, userId, `data source of ${moduleId}: ${message.slice(0, WARNING_MAX)}`)
    return (signal, abort) => ({
      signal,
      ownerKey: userId,
      settings,
      warn: warnOfModule,
      net: createSourceNet({ outbound, turns, queueKey, signal, abort, warn: warnOfModule }),
      keepPicture: pictures.keep,
      framed,
      async access(refused) {
        if (service === null) throw new Error('The source names no connection')
        return tokens.of(userId, service, refused)
      },
    })
  }
}
export type SourceTools = ReturnType<typeof createSourceTools>
