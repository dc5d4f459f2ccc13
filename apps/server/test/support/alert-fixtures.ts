import { alertChannels } from '@atalaya/contract/alert-channels'
import { alerts } from '@atalaya/contract/alert-incidents'
import { type AlertRuleInput, alertRules } from '@atalaya/contract/alert-rules'
import { createRepos } from '#server/compose/repos.ts'
import type { NewMessage } from '#server/notify/messages.repo.ts'
import { type OwnersWorld, owners } from './owners-world.ts'
import type { TestApp } from './test-app.ts'

/** A typical rule. */
export const offlineRule: AlertRuleInput = {
  name: 'Offline',
  isOn: true,
  reach: 'own',
  severity: 'critical',
  selector: {},
  escalation: [],
  condition: { kind: 'status', status: 'offline' },
  forS: 60,
  clear: { forS: 60 },
}

/** A channel that can be added without another server. */
export const mailChannel = {
  name: 'Mail',
  isOn: true,
  from: 'info',
  tellsEnd: true,
  address: { kind: 'email', to: 'ann@example.org' },
}

/** Stores an incident as if a rule had fired; `ownerId` is null for a rule of the fleet. Returns its id. */
export function addIncident(
  app: Pick<TestApp, 'withDatabase'>,
  { ownerId, ruleId, agentId }: { ownerId: string | null; ruleId: string | null; agentId: string },
): Promise<string> {
  return app.withDatabase(async (db) => {
    const { agents, incidentWrites } = createRepos(db)
    const [id, at] = [crypto.randomUUID(), Date.now()]
    await incidentWrites.insert({
      id,
      rule_id: ruleId,
      rule_name: 'Offline',
      owner_id: ownerId,
      severity: 'critical',
      text: 'It is offline',
      agent_id: agentId,
      agent_name: 'box',
      firing: 0,
      agents: 0,
      behind: 0,
      opened_at: at,
      opened_clock: 0,
      joined_clock: 0,
      ended_at: null,
      ended_because: null,
      acknowledged_by: null,
      acknowledged_at: null,
    })
    const ref = (await agents.refsOf([agentId])).get(agentId) ?? 0
    await incidentWrites.join(id, [{ ref, agentId, agentName: 'box', text: 'It is offline' }], { at, clock: 0 })
    await incidentWrites.recount([id], 'recovered', at)
    return id
  })
}

/** A message to somebody, sent, held or left out as `fields` say. */
export const aMessage = (userId: string, fields: Partial<NewMessage>): NewMessage => ({
  notice_key: `0:${userId}:`,
  user_id: userId,
  channel_id: null,
  channel_kind: null,
  channel_name: null,
  incident_id: null,
  what: 'opened',
  severity: 'info',
  title: 'Title',
  body: 'Text',
  state: 'left out',
  reason: '',
  due_at: 0,
  created_at: Date.now(),
  ...fields,
})

/** Adds a message to a user, and returns its id. */
export function addMessage(app: Pick<TestApp, 'withDatabase'>, userId: string): Promise<string> {
  return app.withDatabase(async (db) => {
    const { messages } = createRepos(db)
    await messages.saveDecisions([aMessage(userId, { reason: 'You have no channel' })])
    return (await messages.log(userId, { limit: 1 }))[0]?._id ?? ''
  })
}

/** A rule, an alert and a silence of each owner, and of the fleet. */
export async function makeAlerts(world: OwnersWorld): Promise<void> {
  const { app, callOrThrow, name, idOf } = world
  for (const owner of [...owners, 'the fleet'] as const) {
    const [caller, isFleet] = owner === 'the fleet' ? (['admin', true] as const) : ([owner, false] as const)
    const body = { ...offlineRule, reach: isFleet ? 'fleet' : 'own' }
    const { rule } = await callOrThrow(caller, alertRules.create, { body })
    name(rule._id, `rule of ${owner}`)
    const ownerId = isFleet ? null : idOf(caller)
    name(await addIncident(app, { ownerId, ruleId: rule._id, agentId: idOf(`${caller}1`) }), `alert of ${owner}`)
    const target = { kind: 'rule', id: rule._id }
    const { silence } = await callOrThrow(caller, alerts.silence, { body: { target, forS: 3600 } })
    name(silence._id, `silence of ${owner}`)
  }
  for (const owner of owners) {
    const { channel } = await callOrThrow(owner, alertChannels.add, { body: mailChannel })
    name(channel._id, `channel of ${owner}`)
    name(await addMessage(app, idOf(owner)), `message to ${owner}`)
  }
}

/** A rule about a full disk: `condition` changes its condition, and `changes` its other fields. */
export const diskRule = (condition: object, changes: object = {}) => ({
  ...offlineRule,
  condition: { kind: 'metric', metric: 'disk.used', is: 'above', value: 90, ...condition },
  ...changes,
})
