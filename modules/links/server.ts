import { definePoll } from '@atalaya/module-sdk/server'
import { checkAll } from './server/check.ts'
import { type Checks, type LinksConfig, webAddress } from './server/link.ts'

const INTERVAL_MS = 60_000
/** Time for 24 addresses without an answer. */
const TIMEOUT_MS = 45_000

/** Addresses without names, signs and colours, so that widgets with the same ones share one upstream. */
const addressesIn = ({ links = [], status = true }: LinksConfig): string[] =>
  status ? links.map(({ url }) => webAddress(url)).filter((url) => url !== null) : []

export const source = definePoll<LinksConfig, Checks>({
  intervalMs: INTERVAL_MS,
  timeoutMs: TIMEOUT_MS,
  key: (config) => addressesIn(config).toSorted(),
  missing: ({ links = [] }) => (links.length === 0 ? "Add links in this module's settings." : null),
  fetch: async (config, tools) => ({ checks: await checkAll(addressesIn(config), tools) }),
})
