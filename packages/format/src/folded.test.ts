import { expect, test } from 'vitest'
import { foldForSearch } from './folded.ts'

test.each([
  ['Küche', 'kuche'],
  ['ÜBERWACHUNG', 'uberwachung'],
  ['U\u0308berwachung', 'uberwachung'],
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['Salón · Ático · Niño', 'salon · atico · nino'],
  ['Łódź Ærø', 'lodz aero'],
  ['İstanbul Işık', 'istanbul isik'],
  ['ΟΔΌΣ', 'οδοσ'],
  ['Ёлка', 'елка'],
  ['ＷＩＤＥ ２', 'wide 2'],
  ['ガレージ', 'ガレージ'],
  ['한국', '한국'],
  ['हिन्दी', 'हिन्दी'],
  ['box_7%', 'box_7%'],
])('%s is found by %s', (text, query) => {
  expect(foldForSearch(text)).toBe(query)
  expect(foldForSearch(query)).toBe(query)
})
