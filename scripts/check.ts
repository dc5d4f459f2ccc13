// `npm run check`: everything that can be judged without running the product. `steps` lists its checks; two run at a
// time.
import { apiDocument } from './check/api-document.ts'
import { budgets } from './check/budgets.ts'
import { doors } from './check/doors.ts'
import { floatingPromises } from './check/floating-promises.ts'
import { gates } from './check/gates.ts'
import { namedRepos } from './check/named-repos.ts'
import { plainComments } from './check/plain-comments.ts'
import { plainTexts } from './check/plain-texts.ts'
import { plainTitles } from './check/plain-titles.ts'
import { securityRows } from './check/security-rows.ts'
import { deadCode, directions, generated, lint, slowExpressions } from './check/tools.ts'
import { types } from './check/types.ts'
import { ways } from './check/ways.ts'
import { runPooled } from './lib/run.ts'
import { root } from './lib/workspaces.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'

type Step = { name: string; run: (base: string) => string | Promise<string> }

const steps: Step[] = [
  { name: 'lint', run: lint },
  { name: 'types', run: types },
  { name: 'promises', run: floatingPromises },
  { name: 'directions', run: directions },
  { name: 'slow expressions', run: slowExpressions },
  { name: 'dead code', run: deadCode },
  { name: 'own rules', run: gates },
  { name: 'named repos', run: namedRepos },
  { name: 'ways', run: (base) => ways(base) },
  { name: 'doors', run: doors },
  { name: 'plain comments', run: (base) => plainComments(base) },
  { name: 'plain texts', run: plainTexts },
  { name: 'plain titles', run: plainTitles },
  { name: 'security rows', run: securityRows },
  { name: 'budgets', run: budgets },
  { name: 'API document', run: apiDocument },
  { name: 'generated files', run: generated },
]

async function runStep({ name, run }: Step) {
  const started = performance.now()
  const problems = (await run(root)).trim()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${problems ? 'FAILED' : 'ok    '} ${name.padEnd(16)} ${seconds.padStart(5)} s`)
  return { name, problems }
}

await runOrExplain(() => ensureInstalled(root))
const results = await runPooled(
  2,
  steps.map((step) => () => runStep(step)),
)
const failed = results.filter(({ problems }) => problems)
for (const { name, problems } of failed) console.log(`\n--- ${name}\n${problems}`)
process.exitCode = failed.length > 0 ? 1 : 0
