import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Folder of a module: by name in one of `folders`, or by path. */
export function findModule(name: string, folders: readonly string[]): string {
  const places = [...folders.map((folder) => path.join(folder, name)), path.resolve(name)]
  const home = places.find((place) => existsSync(path.join(place, 'module.json')))
  if (!home) throw new Error(`There is no module.json in ${[...new Set(places)].join(', ')}`)
  return home
}

/** A module's own files, relative to its folder; without installed and hidden files, and those made by `pack`. */
export function filesOf(home: string, folder = ''): string[] {
  const entries = readdirSync(path.join(home, folder), { withFileTypes: true })
  const found = entries.flatMap((entry) => {
    const file = path.posix.join(folder, entry.name)
    if (entry.name.startsWith('.') || entry.name === 'node_modules' || file.endsWith('.tgz')) return []
    return entry.isDirectory() ? filesOf(home, file) : [file]
  })
  return found.sort()
}
