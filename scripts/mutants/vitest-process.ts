// A process with Vitest in it, in a copy of the product (its working directory): started once for many runs, for
// starting takes longer than most tests do. Gets one `TestRunRequest` at a time and sends a `TestRunResult`.
import { createVitest, type TestModule } from 'vitest/node'

/** Test files to run (beginnings of their paths in the copy), and the workers' environment. */
export type TestRunRequest = { files: string[]; env: Record<string, string> }
type FileResult = { file: string; seconds: number; failedTest: string | null }
export type TestRunResult = { isGreen: boolean; results: FileResult[] }

const MS_PER_SECOND = 1000
const [project = '', maxWorkers, bail, isolate] = process.argv.slice(2)

const vitest = await createVitest('test', {
  project: [project],
  watch: false,
  maxWorkers: Number(maxWorkers),
  bail: Number(bail),
  ...(isolate === 'isolate' && { isolate: true }),
  reporters: [{}],
})
await vitest.standalone()

/** The first test that failed; a file that was not run because another one failed has none. */
function failureIn(module: TestModule): string | null {
  for (const test of module.children.allTests('failed')) return test.fullName
  return module.errors()[0]?.message ?? null
}

async function run({ files, env }: TestRunRequest): Promise<TestRunResult> {
  // Vitest starts its workers again for each run, with the current environment.
  Object.assign(process.env, env)
  const specifications = await vitest.globTestSpecifications(files)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const requested = new Set(specifications.map(({ moduleId }) => moduleId))
  // Vitest also returns results of earlier runs.
  const modules = testModules.filter(({ moduleId }) => requested.has(moduleId))
  const results = modules.map((module) => ({
    file: module.relativeModuleId,
    seconds: module.diagnostic().duration / MS_PER_SECOND,
    failedTest: failureIn(module),
  }))
  return { isGreen: unhandledErrors.length === 0 && modules.every((module) => module.ok()), results }
}

process.on('message', (request: TestRunRequest) => void run(request).then((result) => process.send?.(result)))
