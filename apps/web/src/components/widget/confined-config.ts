import { keysOf } from '@atalaya/config-schema/fields'
import type { ConfigSchema } from '@atalaya/config-schema/schema'
import type { WidgetConfig } from '@atalaya/contract/dashboard'
import type { ModulePermissions } from '@atalaya/contract/modules'
import { sameJson } from '@atalaya/module-sdk/signal'

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

/** What only the user decides. Were a module to name another agent, it would be let read it; a secret it never sees. */
const keysOfUser = (schema: ConfigSchema) => [...keysOf(schema, 'agent'), ...keysOf(schema, 'secret'), ...SIZE_KEYS]

/** What a module in a frame may make of its own configuration: everything but what only the user decides. */
export function confinedConfig(schema: ConfigSchema, before: WidgetConfig, wanted: WidgetConfig): WidgetConfig {
  const own = keysOfUser(schema)
  return { ...omit(wanted, own), ...pick(before, own) }
}

/** The keys of a configuration that a module wanted to change and may not. */
export function keptKeys(schema: ConfigSchema, before: WidgetConfig, wanted: WidgetConfig): string[] {
  return keysOfUser(schema).filter((key) => key in wanted && !sameJson(wanted[key], before[key]))
}
