// `npm run gen` writes the files that are made from the sources; `--check` only says which of them are stale.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { performancePage } from '../bench/document.ts'
import { contractModule } from './gen/contract-files.ts'
import { envExample } from './gen/env-example.ts'
import { fixtureSchema } from './gen/fixture-schema.ts'
import { mapPage } from './gen/map.ts'
import { root } from './lib/workspaces.ts'

const files = {
  'apps/server/src/http/document/contract.ts': contractModule(),
  '.env.example': envExample(),
  'ARCHITECTURE.md': mapPage('ARCHITECTURE.md'),
  'docs/first-paint.md': mapPage('docs/first-paint.md'),
  'docs/performance.md': performancePage(),
  'packages/module-sdk/fixture.schema.json': fixtureSchema(),
}

const stale = Object.entries(files).filter(([name, text]) => {
  const file = path.join(root, name)
  return !existsSync(file) || readFileSync(file, 'utf8') !== text
})
if (process.argv.includes('--check')) {
  for (const [name] of stale) console.log(`${name} is stale: run npm run gen`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const [name, text] of stale) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
}
