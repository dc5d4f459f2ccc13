import type { FastifyInstance } from 'fastify'
import type { Audit } from '#server/audit/audit.service.ts'
import type { Config } from '#server/config.ts'
import type { Faults } from '#server/containment/faults.ts'
import { repeat } from '#server/containment/repeat.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import type { Live } from '#server/events/live.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Names } from '#server/net/names.ts'
import { createOutbound } from '#server/net/outbound.ts'
import { createEmail } from '#server/notify/channels/email.ts'
import { createNtfy } from '#server/notify/channels/ntfy.ts'
import { createPush } from '#server/notify/channels/push.ts'
import { createSend } from '#server/notify/channels/send.ts'
import { createTelegram } from '#server/notify/channels/telegram.ts'
import { createWebhook } from '#server/notify/channels/webhook.ts'
import { createChannels } from '#server/notify/channels.service.ts'
import { notifyRoutes } from '#server/notify/notify.routes.ts'
import { createOutbox } from '#server/notify/outbox.ts'
import { createPlanner } from '#server/notify/planner.ts'
import { createRound } from '#server/notify/round.ts'
import { createSendersService } from '#server/notify/senders.service.ts'
import { createSenders } from '#server/notify/senders.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

/** Interval of the check for due messages. */
const notifySettings = { notifyEveryMs: 2_000 }
export type NotifySettings = typeof notifySettings

/** Ports of mail servers, allowed besides those of the web. */
const MAIL_PORTS = [25, 465, 587]

type Needs = {
  config: Config
  repos: Repos
  tx: RunInAnyTransaction
  box: SecretBox
  audit: Audit
  live: Live
  limits: RateLimits
  names: Names
  runExclusive: RunExclusive
  faults: Faults
  times: Partial<NotifySettings>
  now: () => number
}

/** Composes the notifier of people. */
export function createNotify(needs: Needs) {
  const { config, repos, tx, box, audit, live, limits, names, runExclusive, faults, times, now } = needs
  const outbound = createOutbound({ allowed: config.ALLOW_PRIVATE_HOSTS, names })
  const mail = createOutbound({ allowed: config.ALLOW_PRIVATE_HOSTS, names, ports: MAIL_PORTS })
  const senders = createSenders({ repo: repos.channels, box })
  // Contact for push services: some refuse a sender without one.
  const contact = config.PUBLIC_URL?.startsWith('https:') ? config.PUBLIC_URL : 'mailto:atalaya@example.org'
  const send = createSend({
    box,
    publicUrl: config.PUBLIC_URL,
    kinds: {
      push: createPush({ outbound, contact, keys: senders.pushKeys }),
      email: createEmail({ outbound: mail, findSmtp: senders.findSmtp }),
      ntfy: createNtfy(outbound),
      telegram: createTelegram({ outbound, apiUrl: config.TELEGRAM_API_URL, findToken: senders.findTelegramToken }),
      webhook: createWebhook(outbound, now),
    },
  })
  const { messages, channels: repo, incidents, silences, alertRules: rules, outbox } = repos
  const planner = createPlanner({
    repo: { messages, channels: repo, incidents, silences, rules },
    tx,
    now,
    onError: (error) => faults.report('job', error),
  })
  const round = createRound({
    planner,
    outbox: createOutbox({ repo: { outbox, channels: repo }, tx, send, now }),
    senders,
    outbound,
    runExclusive,
    repo: { messages, incidents },
    now,
  })

  return {
    round,

    /** Number of secrets that were sealed with another key. */
    countLost: async (): Promise<number> => (await repo.listSealed()).filter((sealed) => !box.isOurs(sealed)).length,

    async routes(app: FastifyInstance): Promise<void> {
      const channels = createChannels({ repo, messages, senders, box, outbound, send, limits, live, now })
      const service = createSendersService({ senders, outbound, mail, audit, limits, live })
      await app.register(notifyRoutes, { channels, senders: service })
      const job = repeat(faults, { ...notifySettings, ...times }.notifyEveryMs, round)
      app.addHook('preClose', job.stop)
      app.addHook('onClose', async () => {
        await Promise.all([outbound.close(), mail.close()])
      })
    },
  }
}
