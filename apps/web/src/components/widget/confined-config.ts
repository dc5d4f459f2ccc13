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

/** Agents that a sandboxed module may read: those chosen in its form, if it may read any. */
export function readableAgents(
  { agents }: Pick<ModulePermissions, 'agents'>,
  schema: ConfigSchema,
  config: WidgetConfig,
): string[] {
  if (!agents) return []
  return Object.values(pick(config, keysOf(schema, 'agent'))).filter((value) => typeof value === 'string')
}

/**
 * Keys that only the user may set. Naming another agent would give the module access to it; the module never
 * sees secrets.
 */
const keysOfUser = (schema: ConfigSchema) => [...keysOf(schema, 'agent'), ...keysOf(schema, 'secret'), ...SIZE_KEYS]

/** Applies a sandboxed module's change, except to the keys that only the user may set. */
export function confinedConfig(schema: ConfigSchema, before: WidgetConfig, wanted: WidgetConfig): WidgetConfig {
  const userKeys = keysOfUser(schema)
  return { ...omit(wanted, userKeys), ...pick(before, userKeys) }
}

/** Keys that a module tried to change and may not. */
export function refusedKeys(schema: ConfigSchema, before: WidgetConfig, wanted: WidgetConfig): string[] {
  return keysOfUser(schema).filter((key) => key in wanted && !sameJson(wanted[key], before[key]))
}
