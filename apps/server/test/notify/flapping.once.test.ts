import { expect, inject, test } from 'vitest'
import { HOUR, SECOND } from '#test/support/alert-world.ts'
import { notifyingWorld, quick } from '#test/support/notifying-world.ts'

const world = notifyingWorld()

/** A day has 8,640 looks: the long form has them all. */
const hours = inject('faultRounds') > 0 ? 24 : 3

test(`flapping every 40 s for ${hours} hours by a rule that waits for nothing is three messages`, async () => {
  await world.add()
  await world.it.write(quick)
  let isDown = false
  await world.it.pass(hours * HOUR, (passed) => {
    if (passed % (40 * SECOND) !== 0) return
    isDown = !isDown
    return world.it.stand([world.box], isDown ? 'offline' : 'online')
  })
  expect(await world.it.firing()).toHaveLength(1)
  // The first time it is over at once, as in the rule; after that it takes longer each time.
  const [began, over] = ['Critical: box · It is offline', 'Over: box · Offline']
  expect(world.titles()).toEqual([began, over, began])
}, 180_000)
