import type { NewCommand } from '@atalaya/contract/new-command'

const HOUR_S = 3600

type Choice = { label: string; body: Pick<NewCommand, 'lifeS' | 'onlineOnly'> }

/** Delivery to offline agents. `usual` keeps the lifetime that each kind of command has by default. */
export const DELIVERIES = {
  usual: { label: 'Get it later, as usual', body: {} },
  skip: { label: 'Are left out', body: { onlineOnly: true } },
  hour: { label: 'Get it within an hour', body: { lifeS: HOUR_S } },
  day: { label: 'Get it within 24 hours', body: { lifeS: 24 * HOUR_S } },
  week: { label: 'Get it within 7 days', body: { lifeS: 7 * 24 * HOUR_S } },
} as const satisfies Record<string, Choice>
export type Delivery = keyof typeof DELIVERIES
