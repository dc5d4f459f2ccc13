import { expect, test } from 'vitest'
import { currentJoke, type Deck, deckOf, drawNext, newDeck, shuffled } from './deck.ts'
import { jokes } from './jokes.ts'
import { moodOf, moodText } from './mood.ts'

const fine = { away: 0, total: 3 }

test.each([
  [0, 'asleep'],
  [5, 'asleep'],
  [6, 'fresh'],
  [9, 'fresh'],
  [10, 'eager'],
  [13, 'eager'],
  [14, 'calm'],
  [18, 'calm'],
  [19, 'cosy'],
  [22, 'cosy'],
  [23, 'asleep'],
] as const)('at hour %i Spark is %s', (hour, mood) => {
  expect(moodOf(hour, 0, fine)).toBe(mood)
})

test('Spark worries about an offline agent, is delighted by a click, and dizzy after many', () => {
  const missing = { away: 1, total: 3 }
  expect(moodOf(3, 0, missing)).toBe('worried')
  expect(moodOf(12, 1, missing)).toBe('delighted')
  expect(moodOf(12, 6, missing)).toBe('dizzy')
  expect(moodText('worried', 'en', missing)).toBe('Missing 1 of 3 agents')
  expect(moodText('worried', 'en', { away: 1, total: 1 })).toBe('Missing 1 of 1 agent')
  expect(moodText('worried', 'es', missing)).toBe('Falta 1 agente de 3')
  expect(moodText('worried', 'es', { away: 2, total: 3 })).toBe('Faltan 2 agentes de 3')
  expect(moodText('cosy', 'es', fine)).toBe('Brillando bajito')
})

test('both languages have the same number of jokes, at least 60, all different and short', () => {
  expect(jokes.es).toHaveLength(jokes.en.length)
  for (const told of [jokes.en, jokes.es]) {
    expect(new Set(told).size).toBe(told.length)
    expect(told.length).toBeGreaterThanOrEqual(60)
    for (const joke of told) expect(joke.length).toBeLessThanOrEqual(80)
  }
})

test('no joke is repeated before all were shown, nor twice in a row', () => {
  const count = jokes.en.length
  let deck: Deck = newDeck(1_000)
  const told: number[] = []
  for (let time = 0; time < count * 50; time += 1) {
    deck = drawNext(deck, count, time)
    told.push(currentJoke(deck, count))
  }
  for (let round = 0; round < 50; round += 1) {
    expect(new Set(told.slice(round * count, (round + 1) * count)).size).toBe(count)
  }
  expect(told.filter((joke, index) => joke === told[index - 1])).toEqual([])
  expect(shuffled(1, count)).not.toEqual(shuffled(2, count))
})

test('a stored state is continued, and an invalid one is ignored', () => {
  const deck = drawNext(newDeck(5), 60, 9)
  expect(deckOf(JSON.parse(JSON.stringify(deck)), 60)).toEqual(deck)
  for (const stored of [null, 7, 'deck', {}, { ...deck, told: 61 }, { ...deck, seed: 'x' }]) {
    expect(deckOf(stored, 60)).toBeNull()
  }
})
