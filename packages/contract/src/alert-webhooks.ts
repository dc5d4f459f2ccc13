/** Example of a webhook for a known service: its address and the template of its message. */
export type WebhookExample = { name: string; address: string; template: string }

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/** Examples to choose from, tried against servers that imitate those services. */
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
    // Plain text, so that no name of a machine can mention anybody.
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
