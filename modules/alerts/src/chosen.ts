import type { AlertView, Config } from '@atalaya/module-sdk'

const ALL = ['critical', 'warning', 'info']
const SHOWN: Record<string, string[]> = {
  'All alerts': ALL,
  'Warnings and critical ones': ['critical', 'warning'],
  'Critical ones': ['critical'],
}

/** Those that the widget's form asks for: the loud ones before those of which nobody is told, each as they come. */
export function chosenOf(alerts: readonly AlertView[], { from, silenced }: Config): AlertView[] {
  const severities = SHOWN[String(from)] ?? ALL
  const chosen = alerts.filter(({ severity }) => severities.includes(severity))
  const loud = chosen.filter(({ isSilenced }) => !isSilenced)
  return silenced === false ? loud : [...loud, ...chosen.filter(({ isSilenced }) => isSilenced)]
}
