import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { codes, texts } from '#web/testing/texts/list.ts'

const root = path.join(import.meta.dirname, '../../../../..')
/** Number of strings that the specification quotes, and of those that are texts. */
const QUOTED = 163
const TEXTS = 159

const walksIn = (folder: string, ending: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending) && file !== 'list.test.ts')
    .map((file) => file.slice(0, -ending.length))

/** Texts of the API alone name the test that checks them. */
const isFile = (walk: string) => walk.includes('/')

test('every text of the list is seen by a walk, and every walk sees a text', () => {
  const walks = [...walksIn(import.meta.dirname, '.test.tsx'), ...walksIn(path.join(root, 'e2e/texts'), '.spec.ts')]
  const walksOfTexts = [...new Set(texts.map(({ walk }) => walk).filter((walk) => !isFile(walk)))]
  expect(walksOfTexts.toSorted()).toEqual(walks.toSorted())
  for (const { text, walk } of texts.filter(({ walk }) => isFile(walk))) {
    expect(readFileSync(path.join(root, walk), 'utf8')).toContain(`'${text}'`)
  }
  const strings = (lines: typeof texts) => new Set(lines.map(({ text }) => text)).size
  expect(strings(texts)).toBe(TEXTS)
  expect(strings([...texts, ...codes])).toBe(QUOTED)
})
