import type { Faults } from '#server/containment/faults.ts'
import { type Bus, createLocalBus } from './bus.ts'
import type { NatsSettings } from './nats-access.ts'

/** Opens the bus that the settings name. Only instances with the same `installation`, the database's id, share it. */
export async function openBus(settings: NatsSettings, faults: Faults, installation: string): Promise<Bus> {
  if (!settings.NATS_URL) return createLocalBus(faults)
  // Imported only if NATS is used: its client takes 4 MB of memory.
  const { natsAccess } = await import('./nats-access.ts')
  const { connectNatsBus } = await import('./nats-bus.ts')
  return connectNatsBus(await natsAccess(settings), faults, installation)
}
