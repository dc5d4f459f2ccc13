import type { AlertView, Config } from '@atalaya/module-sdk'

const ALL = ['critical', 'warning', 'info']
const SEVERITIES_BY_CHOICE: Record<string, string[]> = {
  'All alerts': ALL,
  'Warnings and critical ones': ['critical', 'warning'],
  'Critical ones': ['critical'],
}

const severitiesOf = (from: unknown): string[] => SEVERITIES_BY_CHOICE[String(from)] ?? ALL

/**
 * Maximum number of unlisted alerts that the form asks for. Listed ones are the worst: if the last of them is too mild,
 * so are all unlisted ones.
 */
export function unlistedOf(
  { alerts, total }: { alerts: readonly AlertView[]; total: number },
  { from }: Config,
): number {
  const last = alerts.at(-1)
  return last && severitiesOf(from).includes(last.severity) ? total - alerts.length : 0
}

/** Alerts that the widget's form asks for, in their order: silenced ones come last. */
export function chosenOf(alerts: readonly AlertView[], { from, silenced }: Config): AlertView[] {
  const severities = severitiesOf(from)
  const chosen = alerts.filter(({ severity }) => severities.includes(severity))
  const unsilenced = chosen.filter(({ isSilenced }) => !isSilenced)
  return silenced === false ? unsilenced : [...unsilenced, ...chosen.filter(({ isSilenced }) => isSilenced)]
}
