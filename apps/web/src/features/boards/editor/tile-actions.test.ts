import { expect, test } from 'vitest'
import { tileChoicesOf } from '#web/features/boards/editor/tile-actions.ts'
import { aModule } from '#web/testing/boards.ts'

const agent = aModule('a', [0, 0, 2, 2], 'Agent')

test.each([
  ['that has several sizes', agent, 'Move or resize…'],
  ['of one size', { ...agent, meta: { ...agent.meta, minSize: agent.meta.size, maxSize: agent.meta.size } }, 'Move…'],
])('the toolbar of a widget %s names what the dialog does', (_which, module, text) => {
  expect(tileChoicesOf(module)[0]?.text).toBe(text)
})
