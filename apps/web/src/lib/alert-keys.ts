/** Query keys of alerts; one event invalidates all of them. */
export const alertKeys = {
  all: ['alerts'] as const,
  counts: ['alerts', 'counts'] as const,
  rules: ['alerts', 'rules'] as const,
  silences: ['alerts', 'silences'] as const,
  channels: ['alerts', 'channels'] as const,
  senders: ['alerts', 'senders'] as const,
}
