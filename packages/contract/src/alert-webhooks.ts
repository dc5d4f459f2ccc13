/** A webhook of a known service: how its address looks, and what it wants to be sent. */
export type WebhookExample = { name: string; address: string; template: string }

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/** Ready to be chosen; what they send was tried against servers that speak as those services do. */
export const WEBHOOK_EXAMPLES: readonly WebhookExample[] = [
  {
    name: 'Discord',
    address: 'https://discord.com/api/webhooks/…',
    template: pretty({
      embeds: [{ title: '{{title}}', description: '{{text}}\n{{url}}' }],
      allowed_mentions: { parse: [] },
    }),
  },
  {
    name: 'Slack',
    address: 'https://hooks.slack.com/services/…',
    // As plain text, in which nothing that a machine is called mentions anybody.
    template: pretty({
      text: 'Atalaya',
      blocks: [{ type: 'section', text: { type: 'plain_text', text: '{{title}}\n{{text}}\n{{url}}' } }],
    }),
  },
  {
    name: 'Gotify',
    address: 'https://gotify.example.org/message?token=…',
    template: pretty({ title: '{{title}}', message: '{{text}}\n{{url}}', priority: 7 }),
  },
  {
    name: 'Matrix (Hookshot)',
    address: 'https://matrix.example.org/hookshot/webhook/…',
    template: pretty({ text: '**{{title}}**\n\n{{text}}\n\n{{url}}', username: 'Atalaya' }),
  },
]
