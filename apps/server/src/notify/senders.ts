import type { AlertSenders, SendersView } from '@atalaya/contract/alert-channels'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import type { Smtp } from './channels/email.ts'
import { newPushKeys, type PushKeys } from './channels/push.ts'
import type { Answer, ChannelsRepo, SenderKey } from './channels.repo.ts'

type Needs = { repo: ChannelsRepo; box: SecretBox }
type StoredSender = { body: Record<string, unknown>; secret: string | undefined }
/** Dead man's switch: an outside service that raises an alarm when this server no longer calls it. */
type DeadMan = { url: string; last?: Answer }

/** Name of a sender's row, to which the box binds the sealed secret. */
const sealOwnerOf = (key: SenderKey) => `alert sender ${key}`

/** Senders of this server, used for all accounts. Secrets are sealed; those of another key count as absent. */
export function createSenders({ repo, box }: Needs) {
  async function find(key: SenderKey): Promise<StoredSender | null> {
    const row = await repo.findSender(key)
    if (!row) return null
    const isOurs = row.sealed !== null && box.isOurs(row.sealed)
    return { body: JSON.parse(row.body), secret: isOurs ? box.open(row.sealed ?? '', sealOwnerOf(key)) : undefined }
  }

  /** Replaces a stored sender. A null `body` only removes it. */
  async function replace(key: SenderKey, body: object | null, secret?: string): Promise<void> {
    if (!body) return repo.dropSender(key)
    const sealed = secret === undefined ? null : box.seal(secret, sealOwnerOf(key))
    await repo.keepSender(key, { body: JSON.stringify(body), sealed })
  }

  async function findSmtp(): Promise<Smtp | null> {
    const stored = await find('smtp')
    return stored && { ...(stored.body as Omit<Smtp, 'password'>), password: stored.secret }
  }
  const findDeadMan = async () => ((await find('deadMan'))?.body ?? null) as DeadMan | null

  return {
    findSmtp,
    findDeadMan,
    findTelegramToken: async (): Promise<string | null> => (await find('telegram'))?.secret ?? null,

    /**
     * Keys for push, made on first use. If they were sealed with a lost key their private half is lost, so new ones are
     * made.
     */
    async pushKeys(): Promise<PushKeys> {
      const known = await find('push')
      if (known?.secret !== undefined) {
        return { publicKey: String(known.body.publicKey), privateKey: known.secret }
      }
      if (known) await repo.dropSender('push')
      const { publicKey, privateKey } = await newPushKeys()
      const sealed = box.seal(privateKey, sealOwnerOf('push'))
      await repo.addSender('push', { body: JSON.stringify({ publicKey }), sealed })
      // Reads them again: another instance may have added its keys first.
      const stored = await find('push')
      return { publicKey: String(stored?.body.publicKey), privateKey: stored?.secret ?? '' }
    },

    async view(): Promise<SendersView> {
      const [smtp, telegram, deadMan] = [await findSmtp(), await find('telegram'), await findDeadMan()]
      const last = deadMan?.last
      return {
        smtp: smtp && { ...smtp, hasPassword: smtp.password !== undefined },
        telegram: telegram && { hasToken: telegram.secret !== undefined },
        deadMan: deadMan && {
          url: deadMan.url,
          last: last ? { ...last, at: new Date(last.at).toISOString() } : null,
        },
      }
    },

    /** Stores the administrator's senders, and removes those that are null. A secret that was left out stays. */
    async replaceAll({ smtp, telegram, deadMan }: AlertSenders): Promise<void> {
      const { password, ...server } = smtp ?? {}
      const known = await findSmtp()
      // A password is kept for its own server only.
      const isSame = known?.host === smtp?.host && known?.port === smtp?.port
      await replace('smtp', smtp && server, password ?? (isSame ? known?.password : undefined))
      await replace('telegram', telegram && {}, telegram?.token ?? (await find('telegram'))?.secret)
      const previous = await findDeadMan()
      const last = previous?.url === deadMan?.url ? previous?.last : undefined
      await replace('deadMan', deadMan && { ...deadMan, ...(last && { last }) })
    },
    /** Records the answer of the dead man's switch, unless its URL has changed meanwhile. */
    async recordDeadMan(url: string, last: Answer): Promise<void> {
      if ((await findDeadMan())?.url === url) await replace('deadMan', { url, last })
    },
  }
}
export type Senders = ReturnType<typeof createSenders>
