import { agents } from '@atalaya/contract/agents'
import { alertRules } from '@atalaya/contract/alert-rules'
import { commands } from '@atalaya/contract/commands'
import { dashboard } from '@atalaya/contract/dashboard'
import { moduleRequests, STORAGE_MAX } from '@atalaya/contract/module-requests'
import { moduleSources } from '@atalaya/contract/module-sources'
import type { Route } from '@atalaya/contract/route'
import { telemetry } from '@atalaya/contract/telemetry'
import type { World } from '#test/support/access-world.ts'
import { addIncident, addMessage, offlineRule } from '#test/support/alert-fixtures.ts'
import { createScreen } from '#test/support/display-world.ts'
import { newTokenOf } from '#test/support/token-world.ts'
import type { Firsts } from './fill.ts'

const KB = 1024
/** Text of the maximum length that a widget may store, as its JSON has two quotes. */
const longestText = 'x'.repeat(STORAGE_MAX - 2)

/** Makes the first of each kind, as people and agents make them. `screen` is the first display's screen. */
export async function addFirsts(world: World) {
  const { a, b, tokens } = world
  const callOrThrow = async (route: Route, options: object = {}, token = a.tokens.accessToken) => {
    const { status, body } = await world.call(route, options, token)
    if (status !== 200) throw new Error(`${route.path}: ${body.error}`)
    return body.data
  }
  const { agent, token: agentToken } = await callOrThrow(agents.register, { body: { name: 'first', tags: ['tag'] } })
  const agentId: string = agent._id
  const pushRecord = async (data: unknown) => {
    const body = { data, metrics: { cpu: 12.5, memory: 50 } }
    return (await callOrThrow(telemetry.push, { params: { id: agentId }, body }, agentToken)).records[0]._id
  }
  const records = { largeRecordId: await pushRecord('x'.repeat(1000 * KB)), smallRecordId: await pushRecord({ a: 1 }) }
  const { batchId } = await callOrThrow(commands.send, { body: { agentId, command: 'ping', lifeS: 86_400 } })
  const [command] = (await callOrThrow(commands.listOfAgent, { params: { id: agentId } })).commands

  const { id: pageId, moduleId: widgetId } = await world.newWidget('todo')
  const second = await callOrThrow(dashboard.install, {
    params: { id: pageId },
    body: { meta: { id: 'agent-status' } },
  })
  await callOrThrow(moduleRequests.writeStorage, { params: { widgetId }, body: { value: longestText } })
  const { _id: emptyPageId } = await world.newPage()
  const { id: sessionId } = await world.newSession()

  const ruleId = await world.newRule()
  const fleet = await callOrThrow(alertRules.create, { body: { ...offlineRule, reach: 'fleet' } }, tokens.admin ?? '')
  const incidentId = await addIncident(world, { ownerId: a.user._id, ruleId, agentId })
  const messageId = await addMessage(world, a.user._id)
  const [silenceId, channelId] = [await world.newSilence(), await world.newChannel()]

  const screen = createScreen(world)
  const displayId = await screen.pairWith(a.tokens.accessToken)
  await screen.sendReport('screen-one')
  const credential = await newTokenOf(world, a.tokens.accessToken, { scopes: ['agents:read'] })

  const firsts: Firsts = {
    memberId: a.user._id,
    strangerId: b.user._id,
    agentId,
    batchId,
    commandId: command._id,
    ...records,
    pageId,
    widgetId,
    agentWidgetId: second.module._id,
    sessionId,
    displayId,
    credentialId: credential.id,
    ruleId,
    fleetRuleId: fleet.rule._id,
    incidentId,
    silenceId,
    channelId,
    messageId,
  }
  return { firsts, screen, emptyPageId, framePath: await readFramePath(world) }
}

/** Path of the frame for a page whose address has nearly the maximum length. */
async function readFramePath(world: World): Promise<string> {
  const { id, moduleId } = await world.newWidget('web-page')
  const token = world.a.tokens.accessToken
  const config = { address: `http://127.0.0.1/${'x'.repeat(1900)}` }
  await world.call(dashboard.editModule, { params: { id, moduleId }, body: { config } }, token)
  const { body } = await world.call(moduleSources.read, { params: { widgetId: moduleId } }, token)
  return body.data.state.data.framed
}
