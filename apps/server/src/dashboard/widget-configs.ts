import { isDeepStrictEqual } from 'node:util'
import { defaultsOf, keysOf } from '@atalaya/config-schema/fields'
import { type ConfigSchema, parseConfigSchema } from '@atalaya/config-schema/schema'
import { checkValues } from '@atalaya/config-schema/values'
import { SECRET_MASK, type WidgetConfig } from '@atalaya/contract/dashboard'
import { AppError } from '#server/domain/errors.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'

type Needs = { box: SecretBox; catalogue: Pick<Catalogue, 'find'> }
type SealedValue = { $sealed: string }
type Widget = { id: string; moduleId: string }

/** Keys of the size, which a widget may carry besides the schema's values. */
const SIZE_KEYS = ['size', 'w', 'h', 'width', 'height']

/** Configurations of widgets, incoming and outgoing: checks them by the module's schema, and seals secrets. */
export function createWidgetConfigs({ box, catalogue }: Needs) {
  /** Cache of parsed schemas, as parsing takes longer than use. */
  const schemas = new WeakMap<object, ConfigSchema>()

  function schemaOf(moduleId: string): ConfigSchema | null {
    const module = catalogue.find(moduleId)
    if (module?.configSchema === undefined) return null
    const schema = schemas.get(module) ?? parseConfigSchema(module.configSchema)
    schemas.set(module, schema)
    return schema
  }

  const isLost = (value: unknown): boolean => isSealed(value) && !box.isOurs(value.$sealed)

  /** Configuration without secrets whose key is lost: forms and modules then ask for them. */
  const withoutLost = (config: WidgetConfig): WidgetConfig =>
    Object.fromEntries(Object.entries(config).filter(([, value]) => !isLost(value)))

  return {
    secretsOf: (moduleId: string): string[] => {
      const schema = schemaOf(moduleId)
      return schema ? keysOf(schema, 'secret') : []
    },

    /** Values of a new widget: the sent ones, and the schema's defaults for the rest. */
    initial(moduleId: string, sent: WidgetConfig): WidgetConfig {
      const schema = schemaOf(moduleId)
      return schema ? { ...(defaultsOf(schema) as WidgetConfig), ...sent } : sent
    },

    /**
     * Stored form of a sent configuration. A mask stands for the stored secret.
     *
     * @throws AppError bad_request if a value does not fit the module's schema
     */
    accept({ id, moduleId }: Widget, wanted: WidgetConfig, before: WidgetConfig = {}): WidgetConfig {
      const schema = schemaOf(moduleId)
      if (schema) refuseInvalid(schema, wanted)
      const secrets = schema ? keysOf(schema, 'secret') : []
      const stored = Object.entries(wanted).map(([key, value]) => {
        const former = before[key]
        if (value === SECRET_MASK && isSealed(former)) return [key, former]
        // Drops a forged sealed value: the server never sends one.
        if (isSealed(value)) return [key, undefined]
        if (!secrets.includes(key)) return [key, value]
        const isNewSecret = typeof value === 'string' && value !== '' && value !== SECRET_MASK
        return [key, isNewSecret ? { $sealed: box.seal(value, `${id} ${key}`) } : undefined]
      })
      return Object.fromEntries(stored.filter(([, value]) => value !== undefined))
    },

    /** True if a stored secret would be used with other values than before, such as another server. */
    isSecretMoved(wanted: WidgetConfig, before: WidgetConfig): boolean {
      const isKept = Object.entries(wanted).some(([key, value]) => value === SECRET_MASK && isSealed(before[key]))
      return isKept && !isDeepStrictEqual(unsealedValuesOf(wanted, before), unsealedValuesOf(before, before))
    },

    /** Number of secrets that were sealed with another key. */
    countLost: (config: WidgetConfig): number => Object.values(config).filter(isLost).length,

    /** Configuration with decrypted secrets, for the server's own work. */
    open: (id: string, config: WidgetConfig): WidgetConfig =>
      mapValues(withoutLost(config), (key, value) =>
        isSealed(value) ? box.open(value.$sealed, `${id} ${key}`) : value,
      ),

    /** Configuration for another widget, with the secrets encrypted again for it. */
    copyFor: (from: string, to: string, config: WidgetConfig): WidgetConfig =>
      mapValues(withoutLost(config), (key, value) =>
        isSealed(value) ? { $sealed: box.seal(box.open(value.$sealed, `${from} ${key}`), `${to} ${key}`) } : value,
      ),

    /** Configuration for people and modules, with masked secrets. */
    mask: (config: WidgetConfig): WidgetConfig =>
      mapValues(withoutLost(config), (_key, value) => (isSealed(value) ? SECRET_MASK : value)),
  }
}
export type WidgetConfigs = ReturnType<typeof createWidgetConfigs>

type Value = WidgetConfig[string]

const mapValues = (config: WidgetConfig, change: (key: string, value: Value) => Value): WidgetConfig =>
  Object.fromEntries(Object.entries(config).map(([key, value]) => [key, change(key, value)]))

/** All values but the size and those with a stored secret. */
const unsealedValuesOf = (config: WidgetConfig, before: WidgetConfig): WidgetConfig =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !isSealed(before[key]) && !SIZE_KEYS.includes(key)))

function isSealed(value: unknown): value is SealedValue {
  return typeof value === 'object' && value !== null && typeof (value as Partial<SealedValue>).$sealed === 'string'
}

/** Refuses invalid values. Missing ones are allowed: a widget may be placed first and configured later. */
function refuseInvalid(schema: ReturnType<typeof parseConfigSchema>, config: WidgetConfig): void {
  const checked = Object.entries(config).filter(([key, value]) => value !== SECRET_MASK && !SIZE_KEYS.includes(key))
  const values = Object.fromEntries(checked)
  const problems = checkValues(schema, values).filter(
    ({ key }) => key === '' || (Object.hasOwn(values, key) && values[key] !== ''),
  )
  const [first] = problems
  if (!first) return
  const errors = problems.map(({ key, message }) => ({ path: `config.${key}`, message }))
  throw new AppError('bad_request', `${first.key} ${first.message}`.trim(), { code: 'dashboard.config', errors })
}
