import { agents } from '@atalaya/contract/agents'
import { createAlertWorld } from './alert-world.ts'

/** Machines of Ada behind an upstream machine, and the alert world that evaluates them. */
export async function createBehindWorld() {
  const it = await createAlertWorld()
  return Object.assign(it, {
    putBehind: (id: string, behind: string | null) => it.as('ada', agents.edit, { params: { id }, body: { behind } }),
    /** A machine with `count` machines behind it. */
    async registerNetwork(count: number) {
      const upstream = await it.register('ada', { name: 'switch' })
      const boxes = await it.registerMany('ada', count)
      await it.db.updateTable('agents').set({ behind_id: upstream }).where('id', 'in', boxes).execute()
      return { upstream, boxes }
    },
  })
}
export type BehindWorld = Awaited<ReturnType<typeof createBehindWorld>>

/** Expected alert of the switch with `behind` machines behind it; `firing` counts the switch, too. */
export const switchAlert = (behind: number, firing = behind + 1) => [
  {
    agent: { name: 'switch' },
    text: behind > 0 ? 'They are offline' : 'It is offline',
    agents: behind + 1,
    behind,
    firing,
  },
]
