import type { Config } from '#server/config.ts'
import { type Bus, createLocalBus } from './bus.ts'

/** The bus that the settings name; `report` hears what a subscriber throws. */
export async function openBus({ NATS_URL }: Pick<Config, 'NATS_URL'>, report: (error: unknown) => void): Promise<Bus> {
  if (!NATS_URL) return createLocalBus(report)
  // Loaded only where it is used: the client takes 4 MB of memory.
  const { connectNatsBus } = await import('./nats-bus.ts')
  return connectNatsBus(NATS_URL, report)
}
