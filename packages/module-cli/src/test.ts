import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { filesOf } from './find.ts'

/** Runs a module's tests with Node's test runner; returns the exit code. */
export async function testModule(home: string): Promise<number> {
  const tests = filesOf(home).filter((file) => /\.test\.[mc]?[jt]s$/.test(file))
  if (tests.length === 0) throw new Error(`There are no tests (*.test.ts) in ${home}`)
  const [code] = await once(spawn(process.execPath, ['--test', ...tests], { cwd: home, stdio: 'inherit' }), 'close')
  return Number(code ?? 1)
}
