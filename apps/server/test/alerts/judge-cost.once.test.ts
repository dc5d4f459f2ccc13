import { expect, test } from 'vitest'
import { createJudge } from '#server/alerts/judge.ts'
import type { JudgedRule } from '#server/alerts/rules.repo.ts'

const RULES = 100
const OTHERS = 5000
const [mine, alsoMine] = [1, 2]

const rule = (n: number): JudgedRule => ({
  ...{ id: `rule-${n}`, ownerId: 'ada', name: 'busy', severity: 'warning', selector: {}, updatedAt: 0, forS: 60 },
  ...{ condition: { kind: 'metric', metric: 'cpu', is: 'above', value: 90 }, clear: { forS: 60 }, escalation: [] },
})

test('rules of an account cost what it has, however many agents of others send their numbers', async () => {
  let read = 0
  const judge = createJudge({
    repo: {
      rules: { judged: async () => Array.from({ length: RULES }, (_, n) => rule(n)) },
      states: { rules: async () => [], ofRule: async function* () {}, agents: async () => [] },
      commandViews: { restartedSince: async () => new Set() },
      silences: { all: async () => [] },
    },
    look: async () => ({
      heard: new Set([mine, alsoMine, ...Array.from({ length: OTHERS }, (_, n) => 10 + n)]),
      owned: new Map([['ada', [mine, alsoMine]]]),
      ...{ refsByStatus: new Map(), silent: new Map(), failed: new Map(), outdated: new Set() },
    }),
    numberOf: () => {
      read += 1
      return 10
    },
    now: () => 0,
  })
  await judge(0)
  expect(read).toBe(RULES * 2)
})
