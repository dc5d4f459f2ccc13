import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plant } from './checkout-copy.ts'
import { plainTexts } from './plain-texts.ts'

const base = mkdtempSync(path.join(tmpdir(), 'atalaya-texts-'))
const riddle = "export const a = 'What was told'\n"
beforeAll(() => {
  plant(base, {
    'packages/a/tsconfig.json': '{}',
    'modules/b/tsconfig.json': '{}',
    'packages/a/src/riddles.ts': `// Plain.\n${riddle}export const b = [\`Who \${a} hears\`, "Whose it is"]\n`,
    'packages/a/src/drawn.tsx': 'export const A = () => (\n  <p title="Where it is">\n    What is shown\n  </p>\n)\n',
    'packages/a/src/page.ts': 'export const page = `\n# Who reads\n# What is stored?\n`\n',
    'modules/b/module.json': '{\n  "description": "Who plays."\n}\n',
    'modules/b/fixture.json': '{ "text": "Who plays." }\n',
    'packages/a/src/plain.ts':
      "export const a = ['What is it? Say so.', 'Whatever', 'What', 'Say What is'] // What is.\n",
    'packages/a/src/a.test.ts': riddle,
    'packages/a/src/testing/a.ts': riddle,
    'packages/a/build.ts': riddle,
  })
})
afterAll(() => rmSync(base, { recursive: true }))

test('the check refuses texts of the product that begin a riddle, but no questions', () => {
  const rest = (word: string) => `a text begins with "${word}"; name the subject, or use a noun`
  expect(plainTexts(base).split('\n')).toEqual([
    `modules/b/module.json:2: ${rest('Who')}`,
    `packages/a/src/drawn.tsx:2: ${rest('Where')}`,
    `packages/a/src/drawn.tsx:3: ${rest('What')}`,
    `packages/a/src/page.ts:1: ${rest('Who')}`,
    `packages/a/src/riddles.ts:2: ${rest('What')}`,
    `packages/a/src/riddles.ts:3: ${rest('Who')}`,
    `packages/a/src/riddles.ts:3: ${rest('Whose')}`,
  ])
})
