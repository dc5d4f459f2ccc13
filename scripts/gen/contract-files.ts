import path from 'node:path'
import { filesIn, root } from '../lib/workspaces.ts'

const HEAD = `// Generated from the files of \`packages/contract\` by \`npm run gen\`: the server's build can't look into a folder.
`

/** The names of the contract's files, without their endings. */
const contractFiles = (): string[] =>
  filesIn(root, 'packages/contract/src')
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => path.basename(name, '.ts'))
    .sort()

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `apps/server/src/http/document/contract.ts`: all exports of the contract, by file, for its descriptions. */
export function contractModule(): string {
  const files = contractFiles()
  const imports = files.map((name) => `import * as ${camel(name)} from '@atalaya/contract/${name}'\n`)
  const entries = files.map((name) => `  ${name === camel(name) ? name : `'${name}': ${camel(name)}`},\n`)
  return `${HEAD}${imports.join('')}
/** All exports of the contract, by file name. */
export const contract: Record<string, Record<string, unknown>> = {
${entries.join('')}}
`
}
