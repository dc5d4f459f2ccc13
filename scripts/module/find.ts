import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/workspaces.ts'

export const workshop = path.join(root, 'workshop')

/** The folder of a module: of that name in the workshop or the examples, or at that path. */
export function findModule(name: string): string {
  const places = [path.join(workshop, name), path.join(root, 'examples', name), path.resolve(name)]
  const home = places.find((place) => existsSync(path.join(place, 'module.json')))
  if (!home) throw new Error(`There is no module.json in ${places.join(', ')}`)
  return home
}
