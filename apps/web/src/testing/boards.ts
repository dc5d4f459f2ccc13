import type { InstalledModule, Page } from '@atalaya/contract/dashboard'
import type { Position } from '@atalaya/contract/grid'

const meta = {
  id: 'agent-status',
  name: 'Agent',
  version: '1.0.0',
  size: { width: 2, height: 2 },
  minSize: { width: 1, height: 1 },
  maxSize: { width: 4, height: 5 },
  entry: 'src/index.tsx',
}

/** A widget for tests, at [x, y, w, h]. */
export function aModule(id: string, [x, y, w, h]: [number, number, number, number], name = id): InstalledModule {
  const position: Position = { x, y, w, h }
  return { _id: id, meta: { ...meta, name }, config: {}, position }
}

export function aPage(fields: Partial<Page> = {}): Page {
  return {
    _id: 'home',
    name: 'Home',
    slug: 'home',
    description: '',
    active: true,
    order: 0,
    version: 1,
    modules: [],
    ...fields,
  }
}
