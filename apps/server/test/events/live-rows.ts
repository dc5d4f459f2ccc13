import { agents } from '@atalaya/contract/agents'
import { alerts } from '@atalaya/contract/alert-incidents'
import { alertRules } from '@atalaya/contract/alert-rules'
import { auth } from '@atalaya/contract/auth'
import { commands } from '@atalaya/contract/commands'
import { dashboard } from '@atalaya/contract/dashboard'
import { displays } from '@atalaya/contract/displays'
import type { LiveEvent } from '@atalaya/contract/events'
import { moduleSources } from '@atalaya/contract/module-sources'
import { preferenceCalls } from '@atalaya/contract/preferences'
import { telemetry } from '@atalaya/contract/telemetry'
import { themes } from '@atalaya/contract/themes'
import { users } from '@atalaya/contract/users'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { PASSWORD } from '@atalaya/testbed/people'
import { createScreen } from '#test/support/display-world.ts'
import { connect } from '#test/support/owners-resources.ts'
import { type Owner, owners } from '#test/support/owners-world.ts'
import { validTheme } from '#test/support/themes.ts'
import { upload } from '#test/support/uploads.ts'
import { alertChangeRows, alertRows } from './live-alert-rows.ts'
import type { LiveRow } from './live-row.ts'

type Type = LiveEvent['type']

/** Names in each person's events: each owner gets their own, and the administrator all, unless `admin` is given. */
const forOwners = (namesOf: (owner: Owner) => string[], admin = owners.flatMap(namesOf)) => ({
  a: namesOf('a'),
  display: namesOf('a'),
  b: namesOf('b'),
  admin,
})
const forAdmin = (...names: string[]) => ({ a: [], display: [], b: [], admin: names })
async function forEachOwner(work: (owner: Owner) => Promise<unknown>): Promise<void> {
  for (const owner of owners) await work(owner)
}

export const liveRows: Record<Type, LiveRow[]> = {
  'user.updated': [
    {
      what: 'accounts that an administrator edits',
      cause: ({ callOrThrow, idOf }) =>
        forEachOwner((owner) =>
          callOrThrow('admin', users.edit, { params: { id: idOf(owner) }, body: { surname: 'New' } }),
        ),
      received: forOwners((owner) => [owner]),
    },
  ],
  'user.deleted': [
    {
      what: 'an account',
      async cause({ app, callOrThrow, name }) {
        const { user } = await app.signUp()
        await callOrThrow('admin', users.remove, { params: { id: name(user._id, 'somebody') } })
      },
      received: forAdmin('somebody'),
    },
  ],
  'agent.updated': [
    {
      what: 'agents that an administrator renames',
      cause: ({ callOrThrow, idOf }) =>
        forEachOwner((owner) =>
          callOrThrow('admin', agents.edit, { params: { id: idOf(`${owner}1`) }, body: { name: 'New' } }),
        ),
      received: forOwners((owner) => [`${owner}1`]),
    },
    {
      what: 'agents that connect at once',
      cause: (world) =>
        Promise.all(owners.map((owner) => connect(world, `${owner}2`, world.agentTokens.get(`${owner}2`)))),
      received: forOwners((owner) => [`${owner}2`]),
    },
  ],
  'agent.deleted': [
    {
      what: 'agents that an administrator removes',
      cause: ({ callOrThrow, name }) =>
        forEachOwner(async (owner) => {
          const { agent } = await callOrThrow(owner, agents.register)
          await callOrThrow('admin', agents.remove, { params: { id: name(agent._id, `${owner}3`) } })
        }),
      received: forOwners((owner) => [`${owner}3`]),
    },
  ],
  'agent.data': [
    {
      what: 'data of agents of several owners, stored together',
      cause: ({ app, idOf, agentTokens }) =>
        Promise.all(
          owners.map((owner) => {
            const [id, token] = [idOf(`${owner}1`), agentTokens.get(`${owner}1`)]
            return app.call(telemetry.push, { params: { id }, body: { data: owner, metrics: { flow: 1 } } }, token)
          }),
        ),
      received: forOwners((owner) => [`${owner}1`]),
    },
  ],
  'command.updated': [
    {
      what: 'a command to the agents of all owners',
      cause: ({ callOrThrow }) => callOrThrow('admin', commands.send, { body: { command: 'restart' } }),
      received: forOwners((owner) => [`${owner}1`, `${owner}2`]),
    },
  ],
  'page.updated': [
    {
      what: 'pages that become active or inactive',
      cause: ({ callOrThrow, idOf }) =>
        forEachOwner((owner) =>
          callOrThrow(owner, dashboard.edit, { params: { id: idOf(`Den of ${owner}`) }, body: { active: true } }),
        ),
      received: forOwners((owner) => [`Den of ${owner}`, `Hall of ${owner}`], ['Den of admin', 'Hall of admin']),
    },
  ],
  'page.deleted': [
    {
      what: 'pages',
      cause: ({ callOrThrow, idOf }) =>
        forEachOwner((owner) => callOrThrow(owner, dashboard.remove, { params: { id: idOf(`Den of ${owner}`) } })),
      received: forOwners((owner) => [`Den of ${owner}`], ['Den of admin']),
    },
  ],
  'display.updated': [
    {
      what: 'displays that each owner pairs',
      cause: ({ app, signedIn, name }) =>
        forEachOwner(async (owner) => {
          name(await createScreen(app).pairWith(signedIn[owner].tokens.accessToken), `screen of ${owner}`)
        }),
      received: forOwners((owner) => [`screen of ${owner}`], ['screen of admin']),
    },
  ],
  'display.told': [
    {
      what: 'orders of each owner to their displays',
      cause: ({ callOrThrow, idOf }) =>
        forEachOwner((owner) => {
          const to = { displayIds: [idOf(`screen of ${owner}`)] }
          return callOrThrow(owner, displays.sendOrder, { body: { to, order: { kind: 'next' } } })
        }),
      received: forOwners((owner) => [`screen of ${owner}`], ['screen of admin']),
    },
  ],
  'display.deleted': [
    {
      what: 'displays that an administrator removes',
      cause: ({ callOrThrow, idOf }) =>
        forEachOwner((owner) =>
          callOrThrow('admin', displays.removeAny, { params: { id: idOf(`screen of ${owner}`) } }),
        ),
      received: forOwners((owner) => [`screen of ${owner}`], ['screen of admin']),
    },
  ],
  'preferences.updated': [
    {
      what: 'preferences of each user',
      cause: ({ callOrThrow }) =>
        forEachOwner((owner) => {
          const view = { slug: owner, name: `view of ${owner}`, search: '' }
          return callOrThrow(owner, preferenceCalls.keep, { body: { ownViews: [view] } })
        }),
      received: forOwners((owner) => [`view of ${owner}`], ['view of admin']),
    },
  ],
  'alert.updated': [
    {
      what: 'alerts that somebody acknowledges',
      cause: ({ callOrThrow, idOf }) =>
        forEachOwner(async (owner) => {
          const names = owner === 'admin' ? ['alert of admin', 'alert of the fleet'] : [`alert of ${owner}`]
          for (const alert of names) await callOrThrow(owner, alerts.acknowledge, { params: { id: idOf(alert) } })
        }),
      received: forOwners((owner) => [`alert of ${owner}`], ['alert of admin', 'alert of the fleet']),
    },
    ...alertRows,
  ],
  'alerts.changed': [
    ...alertChangeRows,
    {
      what: 'a rule of the fleet',
      cause: ({ callOrThrow, idOf }) =>
        callOrThrow('admin', alertRules.remove, { params: { id: idOf('rule of the fleet') } }),
      received: forAdmin('alerts'),
    },
    {
      what: 'rules of two owners',
      async cause({ callOrThrow, idOf }) {
        for (const owner of ['a', 'b'] as const) {
          await callOrThrow(owner, alertRules.remove, { params: { id: idOf(`rule of ${owner}`) } })
        }
      },
      received: forOwners(() => ['alerts'], []),
    },
  ],
  'modules.changed': [
    {
      what: 'a module',
      cause: ({ app, signedIn }) => upload(app, signedIn.admin.tokens.accessToken, clockArchive()),
      received: forOwners(() => ['the catalogue'], ['the catalogue']),
    },
  ],
  'themes.changed': [
    {
      what: 'a theme',
      cause: ({ callOrThrow }) => callOrThrow('admin', themes.add, { body: { file: JSON.stringify(validTheme) } }),
      received: forOwners(() => ['club'], ['club']),
    },
  ],
  'source.updated': [
    {
      what: 'the weather of a place for each of two owners',
      cause: ({ callOrThrow, idOf, name }) =>
        forEachOwner(async (owner) => {
          if (owner === 'admin') return
          const body = { meta: { id: 'weather' }, config: { place: `Hill (${owner === 'a' ? 1 : 2}, 1)` } }
          const { module } = await callOrThrow(owner, dashboard.install, {
            params: { id: idOf(`Hall of ${owner}`) },
            body,
          })
          const { state } = await callOrThrow(owner, moduleSources.read, { params: { widgetId: module._id } })
          name(state.source, `hill of ${owner}`)
        }),
      received: forOwners((owner) => [`hill of ${owner}`], []),
    },
  ],
  'session.revoked': [
    {
      what: 'another session of each owner',
      cause: ({ app, signedIn, name }) =>
        forEachOwner(async (owner) => {
          const body = { username: signedIn[owner].user.username, password: PASSWORD }
          const { tokens } = (await app.call(auth.login, { body })).body.data
          const { sessions } = (await app.call(auth.sessions, {}, tokens.accessToken)).body.data
          name(sessions.find(({ current }: { current: boolean }) => current)._id, `second of ${owner}`)
          await app.call(auth.logout, { body: { refreshToken: tokens.refreshToken } })
        }),
      received: forOwners((owner) => [`second of ${owner}`], ['second of admin']),
    },
  ],
  resync: [{ what: 'no event for a stream without a gap', cause: async () => {}, received: forAdmin() }],
}
