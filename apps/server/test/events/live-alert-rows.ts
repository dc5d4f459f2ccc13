import { alertChannels } from '@atalaya/contract/alert-channels'
import { alerts } from '@atalaya/contract/alert-incidents'
import { alertRules } from '@atalaya/contract/alert-rules'
import { addIncident, mailChannel, offlineRule } from '#test/support/alert-fixtures.ts'
import type { OwnersWorld } from '#test/support/owners-world.ts'
import type { LiveRow } from './live-row.ts'

type Member = 'a' | 'b'
type Cause = (world: OwnersWorld, owner: Member) => Promise<unknown>

/** A change that each of two members makes. `namesFor` returns the names in a member's own events. */
const byMembers = (what: string, namesFor: (owner: Member) => string[], cause: Cause): LiveRow => ({
  what,
  async cause(world) {
    await cause(world, 'a')
    await cause(world, 'b')
  },
  received: { a: namesFor('a'), display: namesFor('a'), b: namesFor('b'), admin: [] },
})
const alertOf = (owner: Member) => [`alert of ${owner}`]
/** The event has no ids; `idsIn` returns this word for it. */
const changedAlerts = () => ['alerts']

const addSilence: Cause = async ({ callOrThrow, idOf, name }, owner) => {
  const target = { kind: 'agent', id: idOf(`${owner}1`) }
  const { silence } = await callOrThrow(owner, alerts.silence, { body: { target, forS: 60 } })
  name(silence._id, `new silence of ${owner}`)
}
const endSilence =
  (which: 'silence' | 'new silence'): Cause =>
  ({ callOrThrow, idOf }, owner) =>
    callOrThrow(owner, alerts.endSilence, { params: { id: idOf(`${which} of ${owner}`) } })
const channelOf = ({ idOf }: OwnersWorld, owner: Member) => ({ params: { id: idOf(`channel of ${owner}`) } })

export const alertRows: LiveRow[] = [
  byMembers('alerts that their owners silence', alertOf, addSilence),
  byMembers('alerts whose silence is ended', alertOf, endSilence('silence')),
  byMembers(
    'alerts whose rule is removed',
    (owner) => [`second alert of ${owner}`],
    async (world, owner) => {
      const { app, callOrThrow, idOf, name } = world
      const { rule } = await callOrThrow(owner, alertRules.create, { body: offlineRule })
      const ids = { ownerId: idOf(owner), ruleId: rule._id, agentId: idOf(`${owner}1`) }
      name(await addIncident(app, ids), `second alert of ${owner}`)
      await callOrThrow(owner, alertRules.remove, { params: { id: rule._id } })
    },
  ),
]

export const alertChangeRows: LiveRow[] = [
  byMembers('rules that are added', changedAlerts, ({ callOrThrow }, owner) =>
    callOrThrow(owner, alertRules.create, { body: offlineRule }),
  ),
  byMembers('rules that are edited', changedAlerts, ({ callOrThrow, idOf }, owner) =>
    callOrThrow(owner, alertRules.edit, {
      params: { id: idOf(`rule of ${owner}`) },
      body: { rule: { ...offlineRule, name: 'Away' }, version: 1 },
    }),
  ),
  byMembers('silences that are added', changedAlerts, addSilence),
  byMembers('silences that are ended', changedAlerts, endSilence('new silence')),
  byMembers('channels that are added', changedAlerts, ({ callOrThrow }, owner) =>
    callOrThrow(owner, alertChannels.add, {
      body: { ...mailChannel, address: { kind: 'email', to: 'new@example.org' } },
    }),
  ),
  byMembers('channels that are edited', changedAlerts, (world, owner) =>
    world.callOrThrow(owner, alertChannels.edit, { ...channelOf(world, owner), body: { ...mailChannel, isOn: false } }),
  ),
  byMembers('channels that are tested', changedAlerts, (world, owner) =>
    world.callOrThrow(owner, alertChannels.test, channelOf(world, owner)),
  ),
  byMembers('channels that are removed', changedAlerts, (world, owner) =>
    world.callOrThrow(owner, alertChannels.remove, channelOf(world, owner)),
  ),
  byMembers('times that are chosen', changedAlerts, ({ callOrThrow }, owner) =>
    callOrThrow(owner, alertChannels.choose, { body: { quiet: null, digest: null } }),
  ),
]
