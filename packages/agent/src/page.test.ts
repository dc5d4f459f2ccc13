import { readFileSync } from 'node:fs'
import { agentFrame, serverFrame } from '@atalaya/contract/agent-protocol'
import { expect, test } from 'vitest'
import { allowFile } from './commands/allow-file.ts'

const page = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8')
const examples = (kind: string): unknown[] =>
  [...page.matchAll(/```json (\w+)\n([^`]+)```/g)]
    .filter(([, marked]) => marked === kind)
    .map(([, , text = '']) => JSON.parse(text))

test.each([
  ['agent', agentFrame],
  ['server', serverFrame],
] as const)('the documentation shows exactly the frames of the contract: %s', (kind, schema) => {
  const frames = examples(kind)
  for (const frame of frames) expect(schema.parse(frame)).toMatchObject(frame as object)
  const shown = new Set(frames.map((frame) => schema.parse(frame).t))
  const all = schema.options.map((option) => option.shape.t.value)
  expect([...shown].sort()).toEqual(all.sort())
})

test('the documented example of an allow file is valid', () => {
  expect(examples('allow').map((example) => allowFile.safeParse(example).success)).toEqual([true])
})
