import { Server } from 'lucide-react'
import { expect, test } from 'vitest'
import { matchScore } from '#web/app/palette/match.ts'
import { search } from '#web/app/palette/use-commands.ts'

const texts = ['North tower', 'bob@example.com', 'Agents']

test.each([
  ['', 1],
  ['nor', 1],
  ['TOW', 0.8],
  ['owe', 0.6],
  ['bob', 0.4],
  ['gents', 0.2],
  ['north tow', 0.8],
  ['tower agents', 0.4],
  ['south', 0],
  ['north south', 0],
  ['nrth', 0],
])('"%s" matches with a score of %d', (search, score) => {
  expect(matchScore(search, texts)).toBe(score)
})

const group = (title: string, ...titles: string[]) => ({
  title,
  commands: titles.map((name) => ({ id: name, title: name, icon: Server, to: '/' })),
})

test('the best match comes first within and among the groups, and others are left out', () => {
  const groups = [
    group('Screens', 'Home', 'My agents', 'Agents'),
    group('Agents', 'age of stone'),
    group('Users', 'Bob'),
  ]
  const found = search(groups, 'age').map(({ title, commands }) => [title, ...commands.map((command) => command.title)])
  expect(found).toEqual([
    ['Screens', 'Agents', 'My agents'],
    ['Agents', 'age of stone'],
  ])
})
