import { keysOf } from '@atalaya/config-schema/fields'
import type { ConfigSchema } from '@atalaya/config-schema/schema'
import type { WidgetConfig } from '@atalaya/contract/dashboard'
import type { ModulePermissions } from '@atalaya/contract/modules'

const SIZE_KEYS = ['size', 'w', 'h', 'width', 'height']

const pick = (config: WidgetConfig, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(config).filter(([key]) => keys.includes(key)))
const omit = (config: WidgetConfig, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !keys.includes(key)))

/** The agents that a module in a frame may read: where it may read any, those that the user chose in its form. */
export function readableAgents(
  { agents }: Pick<ModulePermissions, 'agents'>,
  schema: ConfigSchema,
  config: WidgetConfig,
): string[] {
  if (!agents) return []
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
