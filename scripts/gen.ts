// `npm run gen` writes the files that are made from the sources; `--check` only says which of them are stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './lib/workspaces.ts'

const files: Record<string, string> = {}

const stale = Object.entries(files).filter(([name, text]) => {
  const file = path.join(root, name)
  return !existsSync(file) || readFileSync(file, 'utf8') !== text
})
if (process.argv.includes('--check')) {
  for (const [name] of stale) console.log(`${name} is stale: run npm run gen`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const [name, text] of stale) writeFileSync(path.join(root, name), text)
}
