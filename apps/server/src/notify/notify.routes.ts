import { alertChannels } from '@atalaya/contract/alert-channels'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import type { Channels } from './channels.service.ts'
import type { SendersService } from './senders.service.ts'

type Needs = { channels: Channels; senders: SendersService }

/** Calls about people's channels, the reasons for and against messages, and this server's senders. */
export async function notifyRoutes(app: FastifyInstance, { channels, senders }: Needs): Promise<void> {
  mount(app, alertChannels.list, (_input, { actor }) => channels.list(actor))
  mount(app, alertChannels.add, async ({ body }, { actor }) => ({ channel: await channels.add(actor, body) }))
  mount(app, alertChannels.edit, async ({ params, body }, { actor }) => ({
    channel: await channels.edit(actor, params.id, body),
  }))
  mount(app, alertChannels.remove, async ({ params }, { actor }) => {
    await channels.remove(actor, params.id)
    return {}
  })
  mount(app, alertChannels.test, ({ params }, { actor }) => channels.test(actor, params.id))
  mount(app, alertChannels.choose, async ({ body }, { actor }) => {
    await channels.choose(actor, body)
    return {}
  })
  mount(app, alertChannels.messages, ({ query }, { actor }) => channels.log(actor, query))

  mount(app, alertChannels.senders, async () => ({ senders: await senders.view() }))
  mount(app, alertChannels.keepSenders, async ({ body }, { actor, request }) => {
    await senders.keep(callerOf(actor, request), body)
    return {}
  })
  mount(app, alertChannels.testMail, ({ body }, { actor, request }) =>
    senders.testMail(callerOf(actor, request), body.to),
  )
}
