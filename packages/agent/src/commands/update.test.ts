import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUpdater } from './update.ts'

let state: string
let file: string
beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), 'atalaya-trial-'))
  file = path.join(state, 'agent.mjs')
  // As an update leaves it.
  writeFileSync(file, 'new')
  writeFileSync(`${file}.previous`, 'old')
  writeFileSync(path.join(state, 'update.json'), '{}')
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

const updater = (trialMs: number) =>
  createUpdater({ server: new URL('http://127.0.0.1:1'), key: null, file, state, trialMs, onError: expect.unreachable })
const program = () => readFileSync(file, 'utf8')

test('a new version that does not reach the server gives way to the old one, once', async () => {
  await new Promise<void>((leave) => updater(1).startTrial(leave))
  expect(program()).toBe('old')
  expect(existsSync(path.join(state, 'update.json'))).toBe(false)
})

test('a version that reaches the server stays, after a restart too', () => {
  const first = updater(60_000)
  first.startTrial(() => {})
  first.confirm()
  let hasLeft = false
  updater(0).startTrial(() => {
    hasLeft = true
  })
  expect([program(), hasLeft, existsSync(path.join(state, 'update.json'))]).toEqual(['new', false, false])
})
