import type { ChannelKind } from '@atalaya/contract/alert-channels'

export const KIND_TITLES: Record<ChannelKind, string> = {
  push: 'Browser',
  email: 'E-mail',
  ntfy: 'ntfy',
  telegram: 'Telegram',
  webhook: 'Webhook',
}
