import type { AlertView, Config } from '@atalaya/module-sdk'

const ALL = ['critical', 'warning', 'info']
const SHOWN: Record<string, string[]> = {
  'All alerts': ALL,
  'Warnings and critical ones': ['critical', 'warning'],
  'Critical ones': ['critical'],
}

/** Alerts that the widget's form asks for, in their order: silenced ones come last. */
export function chosenOf(alerts: readonly AlertView[], { from, silenced }: Config): AlertView[] {
  const severities = SHOWN[String(from)] ?? ALL
  const chosen = alerts.filter(({ severity }) => severities.includes(severity))
  const unsilenced = chosen.filter(({ isSilenced }) => !isSilenced)
  return silenced === false ? unsilenced : [...unsilenced, ...chosen.filter(({ isSilenced }) => isSilenced)]
}
