import { expect, inject, test } from 'vitest'
import { HOUR, SECOND } from '#test/support/alert-world.ts'
import { notifyingWorld, withoutDelay } from '#test/support/notifying-world.ts'

const world = notifyingWorld()

/** A whole day has 8,640 evaluations; the short run covers three hours. */
const hours = inject('faultRounds') > 0 ? 24 : 3

test(`a rule without a delay sends three messages for an agent that flaps every 40 s for ${hours} hours`, async () => {
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  let isDown = false
  await world.it.advance(hours * HOUR, (passed) => {
    if (passed % (40 * SECOND) !== 0) return
    isDown = !isDown
    return world.it.setStatus([world.box], isDown ? 'offline' : 'online')
  })
  expect(await world.it.listFiring()).toHaveLength(1)
  // The first incident ends at once, as the rule says. Each later one needs a longer quiet period to end.
  const [started, ended] = ['Critical: box · It is offline', 'Over: box · Offline']
  expect(world.titles()).toEqual([started, ended, started])
}, 180_000)
