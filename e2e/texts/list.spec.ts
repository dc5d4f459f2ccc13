import { readdirSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { codes, texts } from './list.ts'

/** How many strings the specification quotes, and how many of these are texts. */
const QUOTED = 163
const TEXTS = 159

test('every text of the list is seen by a walk, and every walk sees one', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.spec.ts') && file !== 'list.spec.ts')
  const walks = [...new Set(texts.map(({ walk }) => `${walk}.spec.ts`))]
  expect(walks.toSorted()).toEqual(files.toSorted())
  const strings = (lines: typeof texts) => new Set(lines.map(({ text }) => text)).size
  expect(strings(texts)).toBe(TEXTS)
  expect(strings([...texts, ...codes])).toBe(QUOTED)
})
