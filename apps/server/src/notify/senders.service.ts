import { randomUUID } from 'node:crypto'
import type { AlertSenders, SendersView } from '@atalaya/contract/alert-channels'
import type { Audit } from '#server/audit/audit.service.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Live } from '#server/events/live.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { type Outbound, OutboundError } from '#server/net/outbound.ts'
import { sendMail } from './channels/email.ts'
import { testRate } from './channels.service.ts'
import { refusedAddress, refuseForbiddenHost } from './places.ts'
import type { Senders } from './senders.ts'

type Needs = {
  senders: Senders
  outbound: Outbound
  mail: Outbound
  audit: Pick<Audit, 'record'>
  limits: RateLimits
  live: Pick<Live, 'emit'>
}

/** Senders of this server, which administrators set. */
export function createSendersService({ senders, outbound, mail, audit, limits, live }: Needs) {
  return {
    view: (): Promise<SendersView> => senders.view(),

    async keep(by: Caller, newSenders: AlertSenders): Promise<void> {
      const current = await senders.view()
      if (newSenders.telegram && !newSenders.telegram.token && !current.telegram?.hasToken) throw noToken()
      if (newSenders.smtp) await refuseMail(newSenders.smtp, mail)
      if (newSenders.deadMan) await refuseForbiddenHost(new URL(newSenders.deadMan.url), outbound)
      await senders.replaceAll(newSenders)
      const savedKeys = Object.entries(newSenders).flatMap(([key, value]) => (value === null ? [] : [key]))
      await audit.record({ action: 'alert.senders_changed', by, details: savedKeys.join(', ') || 'none' })
      // Only administrators get the event. Others read the kinds of channels when they open their own channels.
      live.emit({ type: 'alerts.changed', data: {} }, { admins: true })
    },

    async testMail(by: Caller, to: string): Promise<{ isGood: boolean; answer: string }> {
      const smtp = await senders.findSmtp()
      if (!smtp) throw new AppError('conflict', 'Save a mail server first', { code: 'alerts.no_mail' })
      limits.spend(testRate, by.userId)
      const message = {
        id: randomUUID(),
        title: 'Atalaya can send mail',
        body: 'This is a test: nothing is wrong.',
        severity: 'info' as const,
        what: 'opened' as const,
        incidentId: null,
        link: undefined,
      }
      const sent = await sendMail(mail, smtp, to, message).catch((error: Error) => ({
        isGood: false,
        text: error.message,
      }))
      return { isGood: sent.isGood, answer: sent.text }
    },
  }
}
export type SendersService = ReturnType<typeof createSendersService>

async function refuseMail({ host, port }: { host: string; port: number }, mail: Outbound): Promise<void> {
  await mail.resolve(host, port).catch((error) => {
    if (!(error instanceof OutboundError)) throw error
    throw refusedAddress(host)
  })
}
const noToken = () =>
  new AppError('bad_request', "Enter the bot's token, as @BotFather gave it", { code: 'alerts.no_token' })
