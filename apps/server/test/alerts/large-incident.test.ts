import { type AlertSilence, alerts } from '@atalaya/contract/alert-incidents'
import { expect, test } from 'vitest'
import { JUDGE_INTERVAL } from '#test/support/alert-world.ts'
import { notifyingWorld, withoutDelay } from '#test/support/notifying-world.ts'

/** Numbers of firing agents: together more than one statement reads. The last ones have a different tag. */
const [LAB, HALL] = [5100, 20]
const world = notifyingWorld()

const silence = (tag: string, forS?: number) =>
  world.it.as('ada', alerts.silence, { body: { target: { kind: 'tag', tag }, forS } })
const silencedTags = async () => {
  const { silences }: { silences: AlertSilence[] } = await world.it.as('ada', alerts.silences)
  return silences.map(({ targetName }) => targetName).sort()
}

// One test, as registering this many agents takes seconds.
test('silences and messages of a large incident include its last agents', async () => {
  const lab = await world.it.registerMany('ada', LAB, ['lab'])
  const hall = await world.it.registerMany('ada', HALL, ['hall'])
  await world.it.createRule(withoutDelay)
  await world.it.setStatus([...lab, ...hall], 'offline')
  await world.it.instance.watch()

  await world.addChannel()
  await silence('lab', 3600)
  expect(await world.it.listFiring()).toMatchObject([{ firing: LAB + HALL, isSilenced: false }])
  await world.it.advance(3 * JUDGE_INTERVAL)
  expect(await world.decisions()).toMatchObject([['opened', 'sent', '']])

  await silence('hall')
  expect(await world.it.listFiring()).toMatchObject([{ isSilenced: true }])
  await world.it.advance(3 * JUDGE_INTERVAL)
  expect(await silencedTags()).toEqual(['hall', 'lab'])
})
