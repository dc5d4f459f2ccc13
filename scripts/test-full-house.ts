// `npm run test:full-house`: every call in an installation as full as the limits permit. One database after the other,
// as it measures times. Takes some minutes, and writes docs/reliability.md. `--database sqlite` runs it on one.
import { parseArgs } from 'node:util'
import { root } from './lib/workspaces.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'
import { DATABASES, runLong } from './tests/long.ts'

const { values } = parseArgs({ options: { database: { type: 'string' } } })
await runOrExplain(async () => {
  await ensureInstalled(root)
  // This needs installed packages.
  const { ensurePrograms, faultPrograms } = await import('./tests/programs.ts')
  await ensurePrograms(faultPrograms)
})
const codes: number[] = []
for (const database of values.database ? [values.database] : DATABASES)
  codes.push(await runLong(['apps/server/test/full-house/'], { FULL_HOUSE: '1' }, database))
process.exitCode = Math.max(...codes)
