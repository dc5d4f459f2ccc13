import type { OidcProvider } from '#server/config-oidc.ts'
import { AppError } from '#server/domain/errors.ts'
import { type AddressRange, parseRange } from '#server/net/addresses.ts'
import type { Names } from '#server/net/names.ts'
import { createOutbound } from '#server/net/outbound.ts'
import { createProvider, type Provider } from './provider.ts'

/**
 * All IP addresses, for names that the administrator has given. Link-local and the like stay closed (net/addresses.ts).
 */
const ANYWHERE = ['0.0.0.0/0', '::/0'].map(parseRange).filter((range) => range !== null)
/** From this port on `outbound` needs no permission for a port. */
const FIRST_FREE_PORT = 1024

type Needs = {
  settings: readonly OidcProvider[]
  /** Allowed ranges for other addresses, besides the public ones. */
  allowed: readonly AddressRange[]
  names: Names
  warn: (line: string) => void
  now: () => number
}

/**
 * Providers of the settings. A provider's own URL may lead anywhere. Further URLs, which it names itself, must
 * be allowed as for everybody. Nothing is requested before somebody signs in.
 */
export function createProviders({ settings, allowed, names, warn, now }: Needs) {
  const toOthers = createOutbound({ allowed, names })
  const opened = settings.map((setting) => {
    const port = Number(new URL(setting.issuer).port)
    const ports = port > 0 && port < FIRST_FREE_PORT ? [port] : []
    const toProvider = createOutbound({ allowed: ANYWHERE, names, ports })
    return { toProvider, provider: createProvider({ settings: setting, toProvider, toOthers, warn, now }) }
  })
  const all: readonly Provider[] = opened.map(({ provider }) => provider)

  return {
    all,
    ofIssuer: (issuer: string): Provider | null => all.find((provider) => provider.issuer === issuer) ?? null,

    /** @throws AppError not_found if no provider has this id */
    get(id: string): Provider {
      const found = all.find((provider) => provider.id === id)
      if (!found) throw new AppError('not_found', 'There is no such provider here', { code: 'oidc.unknown_provider' })
      return found
    },

    async close(): Promise<void> {
      await Promise.all([toOthers, ...opened.map(({ toProvider }) => toProvider)].map((outbound) => outbound.close()))
    },
  }
}
export type Providers = ReturnType<typeof createProviders>
