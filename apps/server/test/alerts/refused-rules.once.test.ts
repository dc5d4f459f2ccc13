import { alertRules } from '@atalaya/contract/alert-rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diskRule, offlineRule } from '#test/support/alert-fixtures.ts'
import { type AlertWorld, createAlertWorld } from '#test/support/alert-world.ts'

let it: AlertWorld
beforeAll(async () => {
  it = await createAlertWorld()
})
afterAll(() => it.close())

describe('a rule is refused, with the reason, for', () => {
  test.each([
    [
      'a number that no agent ever sent',
      diskRule({ metric: 'no.such' }),
      'No agent has ever sent a number named no.such',
    ],
    ['a bound at the maximum', diskRule({ value: 100 }), 'More than 100 % is never reached: choose a lower bound'],
    [
      'a bound at the minimum',
      diskRule({ is: 'below', value: 0, metric: 'load.1' }),
      'Less than 0 is never reached: choose a higher bound',
    ],
    ...[
      ['above', 1000, 'More than 1000 °C is never reached: choose a lower bound'],
      ['below', -273, 'Less than -273 °C is never reached: choose a higher bound'],
      ['above', -300, 'It would never end: the number is never less than -273 °C'],
      ['below', 2000, 'It would never end: the number is never more than 1000 °C'],
    ].map(([is, value, reason]): [string, object, string] => [
      `${is} ${value} °C`,
      diskRule({ metric: 'temperature.celsius', is, value }),
      String(reason),
    ]),
    [
      'an end above the maximum',
      diskRule({ is: 'below', value: 150 }),
      'It would never end: the number is never more than 100 %',
    ],
    [
      'a tag that is also excluded',
      { ...offlineRule, selector: { tags: ['lab'], without: ['lab'] } },
      'A tag is asked for and left out at once: no machine is meant',
    ],
    [
      'all of several tags, one of them excluded',
      { ...offlineRule, selector: { tags: ['lab', 'old'], match: 'all', without: ['old'] } },
      'A tag is asked for and left out at once: no machine is meant',
    ],
    [
      'an end above its beginning',
      diskRule({}, { clear: { value: 95, forS: 0 } }),
      'It must end at its bound or below it, or it ends and begins at once',
    ],
    [
      'an end that never comes',
      diskRule({}, { clear: { value: -1, forS: 0 } }),
      'It would never end: the number is never less than 0 %',
    ],
    [
      'a bound without a number',
      { ...offlineRule, clear: { value: 1, forS: 0 } },
      'Only a rule about a number has a bound at which it ends',
    ],
    ['no name', { ...offlineRule, name: ' ' }, 'A rule needs a name'],
    [
      'agents together with tags',
      { ...offlineRule, selector: { agentIds: ['x'], tags: ['lab'] } },
      'Choose agents or tags, not both',
    ],
    [
      'steps in a wrong order',
      {
        ...offlineRule,
        escalation: [
          { afterS: 600, tell: 'again' },
          { afterS: 60, tell: 'administrators' },
        ],
      },
      'Each step comes later than the one before it',
    ],
  ])('%s', async (_what, body, message) => {
    for (const route of [alertRules.create, alertRules.preview]) {
      const answer = await it.ask('ada', route, { body })
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.body)).toContain(message)
    }
    expect((await it.as('ada', alertRules.list)).rules).toEqual([])
  })
})
