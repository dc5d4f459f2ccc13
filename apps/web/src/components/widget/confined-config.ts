import { keysOf } from '@atalaya/config-schema/fields'
import type { ConfigSchema } from '@atalaya/config-schema/schema'
import type { WidgetConfig } from '@atalaya/contract/dashboard'

const SIZE_KEYS = ['size', 'w', 'h', 'width', 'height']

const pick = (config: WidgetConfig, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(config).filter(([key]) => keys.includes(key)))
const omit = (config: WidgetConfig, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !keys.includes(key)))

/** The agents that the user chose in the form. */
export function chosenAgents(schema: ConfigSchema, config: WidgetConfig): string[] {
  return Object.values(pick(config, keysOf(schema, 'agent'))).filter((value) => typeof value === 'string')
}

/**
 * What a module in a frame may make of its own configuration: everything but what only the user decides. Were it to
 * name another agent, it would be let read it; a secret it never sees; and its size is the board's.
 */
export function confinedConfig(schema: ConfigSchema, before: WidgetConfig, wanted: WidgetConfig): WidgetConfig {
  const own = [...keysOf(schema, 'agent'), ...keysOf(schema, 'secret'), ...SIZE_KEYS]
  return { ...omit(wanted, own), ...pick(before, own) }
}
