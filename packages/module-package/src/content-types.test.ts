import { expect, test } from 'vitest'
import { contentTypeOf } from './content-types.ts'

test.each([
  ['index.html', 'text/html; charset=utf-8'],
  ['a/b.c/PICTURE.PNG', 'image/png'],
  ['LICENSE', 'application/octet-stream'],
  ['data.constructor', 'application/octet-stream'],
])('%s is sent as %s', (path, type) => {
  expect(contentTypeOf(path)).toBe(type)
})
