import { type ModuleMeta, moduleMeta, modules } from '@atalaya/contract/modules'
import type { Data } from '@atalaya/contract/route'
import type { FastifyInstance } from 'fastify'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import { mount } from '#server/http/mount.ts'
import { PiecedAnswer } from '#server/http/pieced.ts'
import { writerOf } from '#server/http/schemas.ts'
import type { Catalogue } from './modules.service.ts'

/** Characters that one turn of the event loop serializes; a schema may have 64 KiB. */
const CHARACTERS_PER_TURN = 256 * 1024

export async function modulesRoutes(app: FastifyInstance, { catalogue }: { catalogue: Catalogue }): Promise<void> {
  mount(app, modules.list, async (_input, { actor }) => {
    const all = await catalogue.list()
    const displayModules = actor.credential?.display?.modules
    const isShown = ({ id }: { id: string }) => !displayModules || displayModules.has(id)
    const rest = { modules: [], stopped: catalogue.listStopped().filter(isShown) }
    return new PiecedAnswer<Data<typeof modules.list>>(rest, 'modules', serialize(all.filter(isShown)))
  })
}

/** JSON of each module in the catalogue. Cached with its entry, which stays the same while a version runs. */
const written = new WeakMap<ModuleMeta, string>()

async function* serialize(all: ModuleMeta[]): AsyncGenerator<string[]> {
  let pieces: string[] = []
  let characters = 0
  for (const meta of all) {
    const text = written.get(meta) ?? writerOf(moduleMeta)(meta)
    written.set(meta, text)
    pieces.push(text)
    characters += text.length
    if (characters < CHARACTERS_PER_TURN) continue
    yield pieces
    await waitForFreeTurn()
    pieces = []
    characters = 0
  }
  yield pieces
}
