import { setImmediate } from 'node:timers/promises'
import type { InstalledMeta, Manifest, ModuleMeta } from '@atalaya/contract/modules'
import { toMeta } from '@atalaya/module-package/catalogue-entry'
import type { Faults } from '#server/containment/faults.ts'
import type { Bus } from '#server/events/bus.ts'
import { bundledFolder, readModules } from './bundled.ts'
import type { ActiveVersion, StoredModule } from './packages.repo.ts'

const SUBJECT = 'modules'

type Needs = {
  repo: {
    listActive: () => Promise<ActiveVersion[]>
    version: (id: string, version: string) => Promise<StoredModule | null>
  }
  bus: Pick<Bus, 'publish' | 'subscribe' | 'onGap'>
  faults: Faults
  folder?: string
}
/** A stopped module, and the reason for people. */
type StoppedModule = { id: string; reason: string }
type Entry = StoredModule & { meta: ModuleMeta; installed: InstalledMeta }

/**
 * Catalogue of modules for pages: the bundled ones, read once at start, and active packages. Kept in memory, since
 * every page needs it. Reloaded when a package changes on any instance, and with each listing.
 */
export async function createModulesService({ repo, bus, faults, folder = bundledFolder }: Needs) {
  const bundled = (await readModules(folder)).map((module) => toEntry(module, { isSandboxed: false }))
  let entries = new Map<string, Entry>()
  let stopped: StoppedModule[] = []

  /** Numbers of reloads: the last one that began, and the last one with its result applied. */
  let lastBegun = 0
  let lastApplied = 0

  /** Packages that were read, by `keyOf`. The content of a version never changes, so each is read once. */
  let known = new Map<string, Entry>()
  const keyOf = ({ id, version, digest }: ActiveVersion) => `${id} ${version} ${digest}`

  /** Reads the packages that are not known yet, each in its own turn of the event loop: a manifest may have 1 MB. */
  async function readPackages(running: ActiveVersion[]): Promise<Map<string, Entry>> {
    const read = new Map<string, Entry>()
    for (const active of running) {
      const key = keyOf(active)
      const entry = known.get(key) ?? (await readPackage(active))
      if (entry) read.set(key, entry)
    }
    return read
  }

  async function readPackage({ id, version }: ActiveVersion): Promise<Entry | null> {
    const stored = await repo.version(id, version)
    await setImmediate()
    return stored && toEntry(stored, { isSandboxed: true })
  }

  /** Reloads the packages. Of concurrent reloads, the last begun one counts. */
  async function reload(): Promise<void> {
    const reloadNumber = ++lastBegun
    const active = await repo.listActive()
    const packages = await readPackages(active.filter((module) => module.stopped === null))
    // A package keeps running if a bundled module has the same id, because pages contain it.
    const all = [...bundled, ...packages.values()].map((entry) => [entry.meta.id, entry] as const)
    if (reloadNumber < lastApplied) return
    lastApplied = reloadNumber
    known = packages
    entries = new Map(all)
    stopped = active.flatMap(({ id, stopped: reason }) => (reason === null ? [] : [{ id, reason }]))
  }
  await reload()
  bus.subscribe(SUBJECT, reload)
  bus.onGap(reload)

  return {
    async list(): Promise<ModuleMeta[]> {
      await reload()
      return [...entries.values()].map(({ meta }) => meta).sort((a, b) => a.name.localeCompare(b.name))
    },

    /** Packages stopped by their index, as of the last listing. */
    listStopped: (): readonly StoppedModule[] => stopped,

    /** Metadata of a module inside a page; null if the catalogue does not have it. */
    findMeta: (id: string): InstalledMeta | null => entries.get(id)?.installed ?? null,

    /** Manifest of a module in the catalogue, and the text of its schema. */
    find: (id: string): StoredModule | null => entries.get(id) ?? null,

    /** True if the running module of this id is bundled. */
    isBundled: (id: string): boolean => entries.get(id)?.meta.isSandboxed === false,

    /** True if a bundled module has this id, even if a package runs in its place. */
    hasBundled: (id: string): boolean => bundled.some(({ meta }) => meta.id === id),

    /**
     * Announces changed packages to every instance. Never fails: the change is done, and each listing reloads anyway.
     */
    async announceChange(): Promise<void> {
      bus.publish(SUBJECT, {})
      await reload().catch((error) => faults.report('job', error))
    },
  }
}
export type Catalogue = Awaited<ReturnType<typeof createModulesService>>

function toEntry(
  { manifest, configSchema }: { manifest: Manifest; configSchema: string | undefined },
  { isSandboxed }: { isSandboxed: boolean },
): Entry {
  const meta = toMeta(manifest, configSchema, isSandboxed)
  // Pages omit the schema: the catalogue has it, and it can be larger than the page.
  const { configSchema: _schema, ...installed } = meta
  return { manifest, configSchema, meta, installed }
}
