import { setImmediate } from 'node:timers/promises'
import { foldForSearch } from '@atalaya/format/folded'
import { defineStream, pause, SourceError, type Suggestion, type Tools } from '@atalaya/module-sdk/server'
import { z } from 'zod'
import { createEntityStates, type Entities, entitiesEvent, text as shortText } from './server/entity.ts'
import { type HomeConnection, notHomeAssistant, signIn } from './server/home-connection.ts'

/** Interval of pings. Data are sent after each answer, also without changes. */
const PING_EVERY_MS = 30_000
const STALE_AFTER_MS = 3 * PING_EVERY_MS
const SUGGESTIONS_MAX = 50
/** Entities that are checked in one turn of the event loop: a few milliseconds. An answer may have 25,000. */
const ENTITIES_PER_TURN = 250
const ID_MAX = 200
const ID = /^[a-z0-9_]+\.[a-z0-9_]+$/

type Row = { entity?: string; name?: string }
type Config = { address?: string; token?: string; entities?: Row[] }

const wantedOf = ({ entities = [] }: Config) =>
  entities.flatMap(({ entity = '', name = '' }) => (ID.test(entity) ? [{ entity, name }] : []))

const isAddress = (address: string): boolean =>
  URL.canParse(address) && ['http:', 'https:'].includes(new URL(address).protocol)

/** Chosen entities of a Home Assistant, which pushes their changes. */
export const source = defineStream<Config, Entities>({
  staleAfterMs: STALE_AFTER_MS,
  key: (config) => [config.address, config.token, wantedOf(config)],
  missing(config) {
    if (!isAddress(config.address ?? '')) return "Enter the address of your Home Assistant in this module's settings."
    return wantedOf(config).length === 0 ? "Choose entities in this module's settings." : null
  },
  async run(config, tools, emit) {
    const wanted = wantedOf(config)
    const entityStates = createEntityStates(wanted)
    const connection = await open(config, tools, (event) => {
      entityStates.apply(entitiesEvent.parse(event))
      emit(entityStates.snapshot())
    })
    try {
      await connection.ask({ type: 'subscribe_entities', entity_ids: wanted.map(({ entity }) => entity) })
      const emitStates = () => emit(entityStates.snapshot())
      await Promise.race([connection.ended, pingRegularly(connection, tools.signal, emitStates)])
    } finally {
      connection.end()
    }
  },
  suggest: async (field, text, tools, form) =>
    field === 'entities.entity' && isAddress(String(form.address ?? '')) && form.token
      ? suggestEntities(form as Config, text, tools)
      : [],
})

const open = ({ address = '', token = '' }: Config, tools: Tools, onEvent: (event: unknown) => void) =>
  signIn({ address: new URL(address), token }, tools, onEvent)

/** Sends pings regularly. Their answers confirm unchanged states, too. */
async function pingRegularly(connection: HomeConnection, signal: AbortSignal, onAlive: () => void): Promise<void> {
  while (!signal.aborted) {
    await pause(PING_EVERY_MS, signal)
    if (signal.aborted) return
    const isAlive = connection.ask({ type: 'ping' }).then(() => true)
    if (!(await Promise.race([isAlive, pause(PING_EVERY_MS, signal)]))) {
      throw new SourceError('Home Assistant does not answer any more')
    }
    onAlive()
  }
}

const entityState = z.object({
  entity_id: z.string().max(ID_MAX).regex(ID),
  attributes: z.object({ friendly_name: shortText.optional().catch(undefined) }),
})
const states = z.array(z.unknown())

/** The entities whose id or name has the typed text. Unreadable ones are skipped. */
async function suggestEntities(config: Config, text: string, tools: Tools): Promise<Suggestion[]> {
  const connection = await open(config, tools, () => undefined)
  try {
    const all = states.safeParse(await connection.ask({ type: 'get_states' }))
    if (!all.success) throw notHomeAssistant(all.error)
    const searchText = foldForSearch(text.trim())
    const found: Suggestion[] = []
    for (let start = 0; start < all.data.length && found.length < SUGGESTIONS_MAX; start += ENTITIES_PER_TURN) {
      await setImmediate()
      found.push(...all.data.slice(start, start + ENTITIES_PER_TURN).flatMap((raw) => suggestionOf(raw, searchText)))
    }
    return found.slice(0, SUGGESTIONS_MAX)
  } finally {
    connection.end()
  }
}

function suggestionOf(raw: unknown, searchText: string): Suggestion[] {
  const { data: entity } = entityState.safeParse(raw)
  if (!entity) return []
  const { entity_id: value, attributes } = entity
  const label = attributes.friendly_name ?? value
  return foldForSearch(`${value}\n${label}`).includes(searchText) ? [{ value, label }] : []
}
