import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { moduleId } from '@atalaya/contract/modules'
import { type ModuleLocation, templateOf } from './template.ts'

/** Writes a new, working module into a folder of its name in `parent`. Returns that folder. */
export function createModule(name: string, parent: string, location: ModuleLocation): string {
  const id = moduleId.safeParse(name)
  if (!id.success) throw new Error(`${name} can't be a module's name: it ${id.error.issues[0]?.message}`)
  const home = path.join(parent, id.data)
  if (existsSync(home)) throw new Error(`${home} is there already`)
  for (const [file, text] of Object.entries(templateOf(id.data, location))) {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
    writeFileSync(path.join(home, file), text)
  }
  return home
}
