import { alertChannels } from '@atalaya/contract/alert-channels'
import type { AlertMessage } from '@atalaya/contract/alert-messages'
import { afterEach, beforeEach } from 'vitest'
import { type AlertWorld, createAlertWorld, MINUTE } from './alert-world.ts'
import { createOutsideServer, type OutsideServer } from './outside-world.ts'

/** Settings of a rule that fires and ends without a delay. */
export const withoutDelay = { forS: 0, clear: { forS: 0 } }

/** A new alert world for each test, with a machine of Ada and her phone as channel. `box` is the machine's id. */
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
    /** Adds a webhook channel to the phone. */
    async addChannel(more: object = {}, { path = '/hook', who = 'ada' } = {}): Promise<{ _id: string }> {
      const address = { kind: 'webhook', url: `${phone.origin}${path}` }
      const body = { name: 'Phone', isOn: true, from: 'info', tellsEnd: true, address, ...more }
      return (await it.as(who, alertChannels.add, { body })).channel
    },
    titles: (): string[] => phone.received.map(({ text }) => JSON.parse(text).title),
    log,
    /** Event, state and reason of each message, in the order of the log. */
    decisions: async (who = 'ada') => (await log(who)).map(({ what, state, reason }) => [what, state, reason]),
    chooseTimes: (choices: object) =>
      it.as('ada', alertChannels.choose, { body: { quiet: null, digest: null, ...choices } }),
    async goOffline(ids = [box]): Promise<void> {
      await it.setStatus(ids, 'offline')
      await it.advance(MINUTE)
    },
    async comeOnline(ids = [box]): Promise<void> {
      await it.setStatus(ids, 'online')
      await it.advance(MINUTE)
    },
  }
}
