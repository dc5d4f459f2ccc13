import { z } from 'zod'

/** Entity as the widget shows it. `state` is null if Home Assistant does not know it. */
export type Entity = { id: string; name: string; state: string | null; unit: string; kind: string }
export type Entities = { entities: Entity[] }

const TEXT_MAX = 200

/** Text from Home Assistant, cut to 200 characters. */
export const text = z.string().transform((value) => value.slice(0, TEXT_MAX).toWellFormed())
const attributes = z.object({
  friendly_name: text.optional().catch(undefined),
  unit_of_measurement: text.optional().catch(undefined),
  device_class: text.optional().catch(undefined),
})
/** `s` is the state, `a` the attributes. */
const change = z.object({ s: text.optional(), a: attributes.optional() })
/** Names of attributes that an entity no longer has. */
const removal = z.object({ a: z.array(z.string()).optional() })

/** An event of `subscribe_entities`: added, changed and removed entities, in their short form. */
export const entitiesEvent = z.object({
  a: z.record(z.string(), change).optional(),
  c: z.record(z.string(), z.object({ '+': change.optional(), '-': removal.optional() })).optional(),
  r: z.array(z.string()).optional(),
})
type EntitiesEvent = z.infer<typeof entitiesEvent>

type Wanted = { entity: string; name: string }

/** State of the wanted entities, from one event to the next. Others are not kept. */
export function createEntityStates(wanted: readonly Wanted[]) {
  const known = new Map<string, z.infer<typeof change>>()
  const ids = new Set(wanted.map(({ entity }) => entity))

  function merge(id: string, { s, a }: z.infer<typeof change>, removedNames: readonly string[] = []): void {
    if (!ids.has(id)) return
    const before = known.get(id)
    const keptAttributes = Object.entries(before?.a ?? {}).filter(([name]) => !removedNames.includes(name))
    known.set(id, { s: s ?? before?.s, a: { ...Object.fromEntries(keptAttributes), ...a } })
  }

  return {
    apply({ a = {}, c = {}, r = [] }: EntitiesEvent): void {
      for (const [id, added] of Object.entries(a)) merge(id, added)
      for (const [id, { '+': more = {}, '-': less }] of Object.entries(c)) merge(id, more, less?.a)
      for (const id of r) known.delete(id)
    },

    snapshot: (): Entities => ({
      entities: wanted.map(({ entity: id, name }) => {
        const { s = null, a } = known.get(id) ?? {}
        const { friendly_name = id, unit_of_measurement: unit = '', device_class: kind = '' } = a ?? {}
        return { id, name: name || friendly_name, state: s, unit, kind }
      }),
    }),
  }
}
