import { type AlertSilence, alerts } from '@atalaya/contract/alert-incidents'
import { beforeEach, expect, test } from 'vitest'
import { LOOK } from '#test/support/alert-world.ts'
import { quick, tellingWorld } from '#test/support/telling-world.ts'

/** Firing agents: more than one statement reads. The last ones have a tag of their own. */
const [LAB, HALL] = [5500, 20]
const world = tellingWorld()

beforeEach(async () => {
  const lab = await world.it.registerMany('ada', LAB, ['lab'])
  const hall = await world.it.registerMany('ada', HALL, ['hall'])
  await world.it.write(quick)
  await world.it.stand([...lab, ...hall], 'offline')
  await world.it.tower.watch()
})

const silence = (tag: string, forS?: number) =>
  world.it.as('ada', alerts.silence, { body: { target: { kind: 'tag', tag }, forS } })
const silenced = async () => {
  const { silences }: { silences: AlertSilence[] } = await world.it.as('ada', alerts.silences)
  return silences.map(({ targetName }) => targetName).sort()
}

test('a large incident is quiet only if silences cover its last agents, too', async () => {
  await silence('lab', 3600)
  expect(await world.it.firing()).toMatchObject([{ firing: LAB + HALL, isSilenced: false }])
  await silence('hall', 3600)
  expect(await world.it.firing()).toMatchObject([{ isSilenced: true }])
})

test('people are told of a large incident unless silences cover its last agents, too', async () => {
  await world.add()
  await silence('lab', 3600)
  await world.it.pass(3 * LOOK)
  expect(await world.why()).toMatchObject([['opened', 'sent', '']])
})

test('a silence until its target is back stays while the last agents of a large incident are away', async () => {
  await silence('lab')
  await silence('hall')
  await world.it.pass(3 * LOOK)
  expect(await silenced()).toEqual(['hall', 'lab'])
})
