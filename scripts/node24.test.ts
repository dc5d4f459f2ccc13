import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'

const launcher = path.join(import.meta.dirname, 'node24.mjs')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-node24-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function script(source: string): string {
  const file = path.join(folder, 'script.ts')
  writeFileSync(file, source)
  return file
}

test('the launcher runs a TypeScript file with its arguments and exit code, and with this Node first on PATH', async () => {
  const file = script(`
    const first: string = process.env.PATH.split(':')[0]
    console.log(JSON.stringify([...process.argv.slice(2), first]))
    process.exit(3)
  `)
  const child = spawn(process.execPath, [launcher, file, 'one', '--two'])
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(JSON.parse(output)).toEqual(['one', '--two', path.dirname(process.execPath)])
  expect(code).toBe(3)
})

test('the launcher prints its usage when no file is given', async () => {
  const child = spawn(process.execPath, [launcher])
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(errors).toBe('atalaya: which script? node scripts/node24.mjs scripts/NAME.ts\n')
  expect(code).toBe(1)
})

test('the launcher sends SIGTERM once to the script when the shell started by npm is gone', async () => {
  const file = script(`
    process.on('SIGTERM', () => console.log('asked to stop'))
    console.log('started')
    setTimeout(() => {}, 2_000)
  `)
  const env = { ...process.env, npm_lifecycle_event: 'start' }
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${launcher}" "${file}"; true`], { env })
  shell.stdout.once('data', () => shell.kill('SIGTERM'))
  // The pipe ends when the script does, which outlives its shell.
  expect(await text(shell.stdout)).toBe('started\nasked to stop\n')
})
