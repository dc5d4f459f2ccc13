import { alertChannels } from '@atalaya/contract/alert-channels'
import type { AlertMessage } from '@atalaya/contract/alert-messages'
import { afterEach, beforeEach } from 'vitest'
import { type AlertWorld, createAlertWorld, MINUTE } from './alert-world.ts'
import { createOutsideServer, type OutsideServer } from './outside-world.ts'

/** A rule that loses no time. */
export const quick = { forS: 0, clear: { forS: 0 } }

/** A new watchtower for each test, with a machine of Ada's and her phone. */
export function notifyingWorld() {
  let it: AlertWorld
  let phone: OutsideServer
  let box: string
  beforeEach(async () => {
    it = await createAlertWorld({}, true)
    phone = await createOutsideServer()
    box = await it.register('ada', { name: 'box' })
  })
  afterEach(() => it.close())

  const log = async (who = 'ada'): Promise<AlertMessage[]> => (await it.as(who, alertChannels.messages)).messages

  return {
    get it() {
      return it
    },
    get phone() {
      return phone
    },
    get box() {
      return box
    },
    /** A channel that leads to the phone, under a path of its own. */
    async add(more: object = {}, { path = '/hook', who = 'ada' } = {}): Promise<{ _id: string }> {
      const address = { kind: 'webhook', url: `${phone.origin}${path}` }
      const body = { name: 'Phone', isOn: true, from: 'info', tellsEnd: true, address, ...more }
      return (await it.as(who, alertChannels.add, { body })).channel
    },
    titles: (): string[] => phone.received.map(({ text }) => JSON.parse(text).title),
    log,
    why: async (who = 'ada') => (await log(who)).map(({ what, state, reason }) => [what, state, reason]),
    choose: (choices: object) =>
      it.as('ada', alertChannels.choose, { body: { quiet: null, digest: null, ...choices } }),
    async fall(ids = [box]): Promise<void> {
      await it.stand(ids, 'offline')
      await it.pass(MINUTE)
    },
    async rise(ids = [box]): Promise<void> {
      await it.stand(ids, 'online')
      await it.pass(MINUTE)
    },
  }
}
