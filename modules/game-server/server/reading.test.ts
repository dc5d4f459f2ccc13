import { expect, test } from 'vitest'
import { toReading } from './reading.ts'
import { toStatus } from './status.ts'

test('players are counted with the bots if the game gives no number', () => {
  const answer = { players: [{ name: 'Ada' }, { name: '' }], bots: [{ name: 'Crash' }] }
  const { online, players } = toReading(answer as never)
  expect([online, players.map(({ name, isBot }) => [name, isBot])]).toEqual([
    2,
    [
      ['Ada', false],
      ['Crash', true],
    ],
  ])
  expect(toReading({ ...answer, numplayers: 0 } as never).online).toBe(0)
})

test.each([
  [true, true],
  ['true', true],
  ['1', true],
  [1, true],
  ['0', false],
  [0, false],
  ['false', false],
  [undefined, false],
])('a server whose password is %j is locked: %s', (password, isLocked) => {
  expect(toReading({ password } as never).isLocked).toBe(isLocked)
})

test.each([
  [{ raw: { frags: 0, score: 5 } }, 0],
  [{ raw: { score: '7' } }, 7],
  [{ score: 3 }, 3],
  [{ raw: { frags: '' }, score: 'none' }, null],
])('the score of a player %j is %j', (player, score) => {
  expect(toReading({ players: [{ name: 'Ada', ...player }] } as never).players[0]?.score).toBe(score)
})

test('a name and a version within other fields are found, without colour codes', () => {
  const description = { text: '§aThe ', extra: [{ text: 'quiet' }, ' farm', { extra: [{ text: '!' }] }] }
  expect(toReading({ raw: { description, version: { name: '1.21' } } } as never)).toMatchObject({
    name: 'The quiet farm!',
    version: '1.21',
  })
  expect(
    toReading({ name: 'Own', version: '2', raw: { description, version: { name: '1.21' } } } as never),
  ).toMatchObject({ name: 'Own', version: '2' })
})

test('parts of a name that are nested too deeply are left out', () => {
  const deep = Array.from({ length: 100 }).reduce<object>((inner) => ({ text: 'x', extra: [inner] }), { text: 'end' })
  expect(toReading({ raw: { description: deep } } as never).name).toBe('xxxxx')
})

test('the history ends with the newest number, and loses the oldest one', () => {
  const old = Array.from({ length: 60 }, (_, n) => n)
  const { history } = toStatus('quake3', toReading({ numplayers: 99 } as never), old)
  expect([history.length, history[0], history.at(-1)]).toEqual([60, 1, 99])
})
