import type { AlertIncident } from '@atalaya/contract/alert-incidents'

/** Fault of an incident; while it fires, with recovered agents: `They are offline · over on 36 of 37`. */
export function faultOf({ text, agents, firing, endedAt }: AlertIncident): string {
  const recovered = agents - firing
  return endedAt === null && recovered > 0 ? `${text} · over on ${recovered} of ${agents}` : text
}
