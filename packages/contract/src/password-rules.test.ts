import { expect, test } from 'vitest'
import { weaknessOf } from './password-rules.ts'

const owner = { username: 'grace-hopper', email: 'grace.h@example.org', name: 'Grace', surname: ' Hopper ' }

test.each([
  ['aaaaaaaaa', /first that are tried/],
  ['abcdefghij', /first that are tried/],
  ['98765432', /first that are tried/],
  ['Atalaya2024', /too close to a name/],
  ['12grace-hopper!', /too close to a name/],
  ['GRACE.H@example.org', /too close to a name/],
  ['grace.h99', /too close to a name/],
  ['hopper!!', /too close to a name/],
  ['ｇｒａｃｅhopper', /too close to a name/],
])('%s is easy to guess', (password, why) => {
  expect(weaknessOf(password, owner)).toMatch(why)
})

test.each(['a garden at night', 'grace walks home', 'abcdefghik'])('%s is not easy to guess', (password) => {
  expect(weaknessOf(password, owner)).toBeUndefined()
})

test('empty names do not make a password weak', () => {
  const nobody = { username: '', email: '', name: '', surname: '' }
  expect(weaknessOf('!! 88 !!', nobody)).toBeUndefined()
})
