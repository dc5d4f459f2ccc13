import { expect, test } from 'vitest'
import { fleetLines } from '#web/app/home/attention-lines.ts'
import type { OverBound } from '#web/app/home/over-bound.ts'

const fine = { cpu: 12, memory: 40, disk: 30, temperature: null }
const machine = (name: string | null, numbers: Partial<NonNullable<OverBound['numbers']>>): OverBound => ({
  agentId: `id-${name}`,
  name,
  machine: null,
  numbers: { ...fine, ...numbers },
})
const RACK = machine('rack-5', { disk: 96.4 })

function linesOf(critical: number, overBound: OverBound[], formats = {}) {
  const none = { offline: 0, degraded: 0, quarantined: 0, pending: 0, outdated: 0, failed: 0, waiting: 0 }
  const counts = { agents: 2000, critical, ...none }
  return fleetLines({ counts, list: '/admin/agents', isBeginner: false, overBound, formats })
}
const texts = (...args: Parameters<typeof linesOf>) => linesOf(...args).map(({ text }) => text)

test('an agent over a bound is named with its number and a link to it', () => {
  expect(linesOf(1, [RACK])).toMatchObject([{ text: 'rack-5: disk 96 %', to: '/agents/id-rack-5', isUrgent: true }])
})

test.each([
  [{ memory: 97 }, 'nas: memory 97 %'],
  [{ disk: 90, memory: 95 }, 'nas: disk 90 %, memory 95 %'],
  [{ temperature: 92.6 }, 'nas: temperature 93 °C'],
  [{ cpu: 100, disk: 89.9 }, 'nas: over a bound'],
])('an agent with %o shows every number over its bound', (numbers, text) => {
  expect(texts(1, [machine('nas', numbers)])).toEqual([text])
})

test('a few agents are named, and the others are counted with a link to the list', () => {
  const four = [RACK, machine('b', { disk: 95 }), machine('c', { disk: 94 }), machine('d', { disk: 93 })]
  expect(texts(5, four)).toEqual([
    'rack-5: disk 96 %',
    'b: disk 95 %',
    'c: disk 94 %',
    '2 more agents are over a bound',
  ])
  expect(texts(4, four).at(-1)).toBe('1 more agent is over a bound')
  expect(linesOf(4, four).at(-1)?.to).toBe('/admin/agents?critical=true')
  expect(texts(1001, four).at(-1)).toBe('More than 1000 agents are over a bound')
  expect(texts(3, four)).toHaveLength(3)
})
