import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { moduleId } from '../../packages/contract/src/modules.ts'
import { workshop } from './find.ts'
import { templateOf } from './template.ts'

/** Writes a new module that works as it is, and answers its folder. */
export function createModule(name: string, parent: string = workshop): string {
  const id = moduleId.safeParse(name)
  if (!id.success) throw new Error(`${name} can't be a module's name: it ${id.error.issues[0]?.message}`)
  const home = path.join(parent, id.data)
  if (existsSync(home)) throw new Error(`${home} is there already`)
  for (const [file, text] of Object.entries(templateOf(id.data))) {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
    writeFileSync(path.join(home, file), text)
  }
  return home
}
