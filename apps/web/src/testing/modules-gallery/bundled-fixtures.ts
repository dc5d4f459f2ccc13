import { type PreviewFixture, previewFixture } from '@atalaya/contract/module-fixture'
import { type ModuleMeta, manifest, permissionsOf } from '@atalaya/contract/modules'

type State = PreviewFixture['shows']

export type GalleryModule = {
  meta: ModuleMeta
  fixture: PreviewFixture
  sizes: { w: number; h: number }[]
  states: State[]
}

const ROOT = '../../../../../modules'
const fileOf = (files: Record<string, unknown>, id: string) =>
  Object.entries(files).find(([path]) => path.split('/').at(-2) === id)?.[1]
const manifests = import.meta.glob('../../../../../modules/*/module.json', { eager: true, import: 'default' })
const fixtures = import.meta.glob('../../../../../modules/*/fixture.json', { eager: true, import: 'default' })

const [FULL, ...OTHERS] = ['full', 'loading', 'failed', 'stale', 'away'] as const satisfies State[]

/** States that a module can have. A module without data, such as a clock, is always full. */
function statesOf({ data, emptyData, agent, fleet, alerts, storage, photos }: PreviewFixture): State[] {
  const sources = [data, agent, fleet, alerts, storage, photos]
  if (sources.every((source) => source === undefined)) return [FULL]
  const isEverEmpty = [emptyData, agent, fleet, storage, photos].some((source) => source !== undefined)
  return isEverEmpty ? [FULL, 'empty', ...OTHERS] : [FULL, ...OTHERS]
}

/** Every bundled module with its sample data, sizes and states. */
export function bundledFixtures(): GalleryModule[] {
  return Object.entries(manifests)
    .map(([path, json]) => toGalleryModule(path.slice(ROOT.length + 1).split('/')[0] ?? '', json))
    .sort((a, b) => a.meta.name.localeCompare(b.meta.name))
}

function toGalleryModule(id: string, json: unknown): GalleryModule {
  const { requests: _requests, sha256: _sha256, configSchema: _schema, ...rest } = manifest.parse(json)
  const meta = { ...rest, permissions: permissionsOf(rest), isSandboxed: false }
  const { size, minSize = size, maxSize = size } = rest
  const widths = Array.from({ length: maxSize.width - minSize.width + 1 }, (_, n) => minSize.width + n)
  const heights = Array.from({ length: maxSize.height - minSize.height + 1 }, (_, n) => minSize.height + n)
  const fixture = previewFixture.parse(fileOf(fixtures, id) ?? {})
  return {
    meta,
    fixture,
    states: statesOf(fixture),
    sizes: heights.flatMap((h) => widths.map((w) => ({ w, h }))),
  }
}
