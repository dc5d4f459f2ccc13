// `npm run bench`: measures, and writes docs/performance.md. `npm run bench -- NAME …` measures only the named
// programs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { performancePage, programs, unexplained } from './document.ts'
import { MISSED } from './results.ts'

/** Benchmarks of half an hour or more; they run only if they are named. */
const LONG = ['soak', 'rest', 'display', 'display-soak']

const defaultNames = [...new Set(Object.values(programs).flat())].filter((name) => !LONG.includes(name))
const names = process.argv.length > 2 ? process.argv.slice(2) : defaultNames
for (const name of names) {
  console.log(`\n${name}`)
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.bench.ts`)], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0 && code !== MISSED) throw new Error(`${name} ended with ${code}`)
}
writeFileSync(path.join(import.meta.dirname, '../docs/performance.md'), performancePage())
for (const name of unexplained()) {
  console.log(`Say in bench/explained.md why this misses its goal: ${name}`)
  process.exitCode = 1
}
