import type { InstalledMeta, Manifest, ModuleMeta } from '@atalaya/contract/modules'
import { toMeta } from '@atalaya/module-package/catalogue-entry'
import type { Faults } from '#server/containment/faults.ts'
import type { Bus } from '#server/events/bus.ts'
import { bundledFolder, readModules } from './bundled.ts'
import type { StoredModule } from './packages.repo.ts'

const SUBJECT = 'modules'

type Needs = {
  repo: { active: () => Promise<Chosen[]> }
  bus: Pick<Bus, 'publish' | 'subscribe' | 'onGap'>
  faults: Faults
  folder?: string
}
/** A package's version that was chosen to run, and why its index has stopped it. */
export type Chosen = StoredModule & { stopped: string | null }
/** A module that does not run, and why, for people. */
type Stopped = { id: string; reason: string }
type Entry = StoredModule & { meta: ModuleMeta; installed: InstalledMeta }

/**
 * The modules that can be put on a page: the bundled ones, read once at start, and the packages that run. Kept in
 * memory, since every page asks; read anew when a package changes on any instance, and whenever somebody lists them.
 */
export async function createModulesService({ repo, bus, faults, folder = bundledFolder }: Needs) {
  const bundled = (await readModules(folder)).map((module) => toEntry(module, false))
  let entries = new Map<string, Entry>()
  let stopped: Stopped[] = []

  let begun = 0
  let shown = 0

  /** Of several at a time the one that began last counts, whichever is ready first. */
  async function reload(): Promise<void> {
    const turn = ++begun
    const active = await repo.active()
    const packages = active.filter((one) => one.stopped === null).map((module) => toEntry(module, true))
    // A package that has run before a bundled module took its id runs on: pages are made of it.
    const all = [...bundled, ...packages].map((entry) => [entry.meta.id, entry] as const)
    if (turn < shown) return
    shown = turn
    entries = new Map(all)
    stopped = active.flatMap(({ manifest: { id }, stopped: reason }) => (reason === null ? [] : [{ id, reason }]))
  }
  await reload()
  bus.subscribe(SUBJECT, reload)
  bus.onGap(reload)

  return {
    async list(): Promise<ModuleMeta[]> {
      await reload()
      return [...entries.values()].map(({ meta }) => meta).sort((a, b) => a.name.localeCompare(b.name))
    },

    /** Packages that don't run because their index has stopped them; as of the last list. */
    stopped: (): readonly Stopped[] => stopped,

    /** What a page carries of a module; null where the catalogue has no such module. */
    installed: (id: string): InstalledMeta | null => entries.get(id)?.installed ?? null,

    /** The manifest of a module in the catalogue and the text of its schema. */
    find: (id: string): StoredModule | null => entries.get(id) ?? null,

    /** Whether the module that runs under this id is one of the product's own. */
    isBundled: (id: string): boolean => entries.get(id)?.meta.isSandboxed === false,

    /** Whether one of the product's own has this id, whatever runs under it. */
    hasOwn: (id: string): boolean => bundled.some(({ meta }) => meta.id === id),

    /** Tells every instance that packages have changed. It never fails, for they have; a list is read anew anyway. */
    async changed(): Promise<void> {
      bus.publish(SUBJECT, {})
      await reload().catch((error) => faults.report('job', error))
    },
  }
}
export type Catalogue = Awaited<ReturnType<typeof createModulesService>>

function toEntry(
  { manifest, configSchema }: { manifest: Manifest; configSchema: string | undefined },
  isSandboxed: boolean,
): Entry {
  const meta = toMeta(manifest, configSchema, isSandboxed)
  // Pages leave the schema out: the catalogue has it, and it can be larger than the page.
  const { configSchema: _schema, ...installed } = meta
  return { manifest, configSchema, meta, installed }
}
