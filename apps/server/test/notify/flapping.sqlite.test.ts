import { expect, test } from 'vitest'
import { DAY, SECOND } from '#test/support/alert-world.ts'
import { quick, tellingWorld } from '#test/support/telling-world.ts'

const world = tellingWorld()

// A day has 8,640 looks; on PostgreSQL two hours of it are in `alerts/incidents.test.ts`.
test('flapping every 40 s for a day by a rule that waits for nothing is three messages', async () => {
  await world.add()
  await world.it.write(quick)
  let isDown = false
  await world.it.pass(DAY, (passed) => {
    if (passed % (40 * SECOND) !== 0) return
    isDown = !isDown
    return world.it.stand([world.box], isDown ? 'offline' : 'online')
  })
  expect(await world.it.firing()).toHaveLength(1)
  // The first time it is over at once, as the rule says; from then on it takes ever longer.
  const [began, over] = ['Critical: box · It is offline', 'Over: box · Offline']
  expect(world.titles()).toEqual([began, over, began])
}, 180_000)
