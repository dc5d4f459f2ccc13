import type { KyselyConfig } from 'kysely'

/** Hears of each statement that may have changed something. */
export type OnWrite = () => void

/** The part of Kysely's settings by which `onWrite` hears. */
export function telling(onWrite?: OnWrite): Pick<KyselyConfig, 'log'> {
  if (!onWrite) return {}
  return {
    log: ({ query }) => {
      if (query.query.kind !== 'SelectQueryNode') onWrite()
    },
  }
}
