import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder for its owner alone, with missing parents. Avoids Node's recursive `mkdir`, which never ends if the
 * system answers ENOENT although the parent exists, as below `/proc`.
 */
export function makePrivateFolder(path: string): void {
  const missing = [resolve(path)]
  for (let parent = dirname(resolve(path)); !isFolder(parent) && parent !== dirname(parent); parent = dirname(parent)) {
    missing.unshift(parent)
  }
  for (const folder of missing) if (!isFolder(folder)) make(folder)
}

function make(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have been quicker.
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
