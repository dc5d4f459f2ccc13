// Loaded before everything in each process of a run of mutants (`--import`): activates one mutant, or records those
// that a test file reaches.
import { appendFileSync } from 'node:fs'

const { MUTANT, MUTANTS_REACHED } = process.env

function createRecorder() {
  const seen = new Set()
  return (number) => {
    // Vitest names the file that it runs; child processes inherit the name.
    const file = globalThis.__vitest_worker__?.filepath ?? process.env.MUTANTS_TEST
    const key = `${number}\t${file}`
    if (!file || seen.has(key)) return false
    seen.add(key)
    process.env.MUTANTS_TEST = file
    appendFileSync(MUTANTS_REACHED, `${key}\n`)
    return false
  }
}

if (MUTANTS_REACHED) globalThis.__mutant = createRecorder()
else if (MUTANT) globalThis.__mutant = (number) => number === Number(MUTANT)
