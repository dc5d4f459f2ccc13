import { commands } from '@atalaya/contract/commands'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCommandWorld } from '#test/support/command-world.ts'
import { inStoppedTime, withoutAdvancingTime } from '#test/support/stopped-time.ts'

test('a waiting request notices a command’s end that no event announced, and leaves no timer behind', async () => {
  const it = await createCommandWorld()
  onTestFinished(() => it.close())
  const agent = await it.register()
  const id = await it.sendOne(agent.id)
  await inStoppedTime(async (advance) => {
    const timers = vi.getTimerCount()
    const reading = it.call(commands.get, { params: { id }, query: { waitS: '50' } }, it.ada)
    const metrics = async () => (await it.app.inject('/metrics')).body
    await expect.poll(metrics, withoutAdvancingTime).toContain('live_listeners 1\n')
    const ended = { status: 'cancelled' as const, is_open: 0, ended_at: 1 }
    await it.withDatabase((db) => db.updateTable('commands').set(ended).where('id', '=', id).execute())
    // A waiting request reads the state every ten seconds, even without events.
    await advance(10_000)
    expect((await reading).body.data.command.status).toBe('cancelled')
    expect(vi.getTimerCount()).toBe(timers)
  })
})
