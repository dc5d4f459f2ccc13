import { stripTypeScriptTypes } from 'node:module'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { instrument, mutantsOf } from './instrument.ts'

/** Results of a program, by the change of the mutant that is active; `nothing` without a mutant. */
function results(source: string): Record<string, unknown> {
  const numbered = new Map(mutantsOf('a.ts', source).map((mutant, n) => [n, mutant]))
  const program = stripTypeScriptTypes(instrument('a.ts', source, numbered))
  const run = (on?: number) => {
    try {
      return runInNewContext(`${program}\n;answer()`, { __mutant: (number: number) => number === on })
    } catch (error) {
      return (error as Error).name
    }
  }
  const ofEach = [...numbered].map(([number, { from, to }]) => [`${from} -> ${to}`, run(number)])
  return { nothing: run(), ...Object.fromEntries(ofEach) }
}

test('mutants change comparisons, conditions, numbers and flags, one at a time', () => {
  const source = `
    const LIMIT: number = 2
    function answer(): string {
      const isFull = (count: number) => count >= LIMIT && !false
      return isFull(2) ? 'full' : 'room'
    }`
  expect(results(source)).toEqual({
    nothing: 'full',
    '2 -> 2 + 1': 'full',
    'count >= LIMIT && !false -> count >= LIMIT': 'full',
    'count >= LIMIT && !false -> !false': 'full',
    'count >= LIMIT -> count > LIMIT': 'room',
    '!false -> false': 'room',
    'false -> true': 'room',
    'isFull(2) -> true': 'full',
    'isFull(2) -> false': 'room',
  })
})

test('mutants skip calls, widen filters, swap arguments and drop fallbacks', () => {
  const source = `
    const all: number[] = []
    const less = (a: number, b: number) => a - b
    function answer(extra?: number): string {
      const [five, seven] = [5, 7]
      if (five) all.push(five, seven)
      all.push(extra ?? 1001)
      return all.filter((one) => one > six.value).concat(less(five, seven)).join()
    }
    const six = { value: 6 }`
  expect(results(source)).toMatchObject({
    nothing: '7,1001,-2',
    'all.push(five, seven) -> undefined': '1001,-2',
    'all.push(five, seven) -> all.push(seven, five)': '7,1001,-2',
    'extra ?? 1001 -> extra': '7,-2',
    'all.filter((one) => one > six.value) -> all': '5,7,1001,-2',
    'less(five, seven) -> less(seven, five)': '7,1001,2',
    'a - b -> a + b': '7,1001,12',
    '5 -> 5 + 1': '7,1001,-1',
    '6 -> 6 + 1': '1001,-2',
  })
})

test('mutants do not change types, names, texts, empty fallbacks and irrelevant orders', () => {
  const source = `
    type Two = 1 | 2
    function answer(): Two | string { return { 1: 'one' + 'more' }[1 as Two] ?? '' }`
  expect(mutantsOf('a.ts', source).map(({ from, to }) => `${from} -> ${to}`)).toEqual(['1 -> 1 + 1'])
  // The smaller of two is the same in either order.
  expect(mutantsOf('a.ts', 'const least = Math.min(a, b)').map(({ kind }) => kind)).toEqual(['bound turned'])
})

test('mutants drop members of lists and objects, and skip assignments', () => {
  const source = `
    function answer() {
      let count = 1
      count = 5
      count++
      const [first] = [3, 4]
      return [count, { first, rest: 7 }]
    }`
  expect(results(source)).toMatchObject({
    nothing: [6, { first: 3, rest: 7 }],
    'count = 5 -> undefined': [2, { first: 3, rest: 7 }],
    'count++ -> undefined': [5, { first: 3, rest: 7 }],
    '{ first, rest: 7 } -> { first }': [6, { first: 3 }],
    '{ first, rest: 7 } -> { rest: 7 }': [6, { rest: 7 }],
    '[count, { first, rest: 7 }] -> [count]': [6],
  })
  expect(mutantsOf('a.ts', source).filter(({ from }) => from === '[3, 4]')).toEqual([])
})

/** Texts that stand in place of a piece of code, in its order. */
const replacements = (source: string) => mutantsOf('a.ts', source).map(({ to }) => to)

test('mutants drop conditions in SQL texts, and invert comparisons, orders and conflicts', () => {
  const source = 'sql`delete from a where x = one and at <= now order by at desc limit 5`'
  expect(replacements(source)).toEqual([
    'sql`delete from a where x = one order by at desc limit 5`',
    'sql`delete from a where at <= now order by at desc limit 5`',
    'sql`delete from a where x = one and at < now order by at desc limit 5`',
    'sql`delete from a where x = one and at <= now order by at asc limit 5`',
    'sql`delete from a where x = one and at <= now order by at desc`',
  ])
  expect(replacements('sql`insert into a values (1) on conflict (id) do nothing`')).toEqual([
    'sql`insert into a values (1) `',
  ])
})

test('mutants invert orders, conflicts and comparisons of queries', () => {
  expect(replacements("const q = db.where('at', '<', now)")).toEqual(['db', "db.where('at', '<=', now)"])
  expect(replacements("const q = db.orderBy('at', 'desc')")).toEqual(['db', "db.orderBy('at')"])
  expect(replacements("const q = db.orderBy('at')")).toEqual(['db', "db.orderBy('at', 'desc')"])
  expect(replacements('const q = db.onConflict(same)')).toEqual(['db'])
})
