import { fixtureFile } from '@atalaya/module-package/fixture-file'
import { z } from 'zod'

const TITLE = 'What a module of Atalaya shows before it is installed'

/** What editors know of the keys of a fixture; JSON of any kind is anything there. */
export function fixtureSchema(): string {
  const schema = z.toJSONSchema(fixtureFile, { io: 'input', unrepresentable: 'any' })
  return `${JSON.stringify({ title: TITLE, ...schema }, null, 2)}\n`
}
