import { fixtureFile } from '@atalaya/module-package/fixture-file'
import { z } from 'zod'

const TITLE = 'Sample data of a module of Atalaya, shown before it is installed'

/** JSON schema of a fixture, for editors; any JSON is allowed in its values. */
export function fixtureSchema(): string {
  const schema = z.toJSONSchema(fixtureFile, { io: 'input', unrepresentable: 'any' })
  return `${JSON.stringify({ title: TITLE, ...schema }, null, 2)}\n`
}
