import type { AlertIncident } from '@atalaya/contract/alert-incidents'
import { inSentence } from '@atalaya/contract/foreign-name'
import { subjectOf } from '@atalaya/contract/incident-subject'
import { durationText } from '@atalaya/format/duration'
import { plural } from '#web/lib/plural.ts'

const MINUTE_S = 60
/** Duration as text: whole minutes, but seconds within the first minute. */
export function durationOf({ openedAt, endedAt }: AlertIncident, now: number): string {
  const seconds = Math.max(0, ((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(openedAt)) / 1000)
  return durationText(seconds < MINUTE_S ? seconds : Math.floor(seconds / MINUTE_S) * MINUTE_S)
}

const REASONS = { recovered: 'Recovered', 'rule changed': 'Rule changed', 'agents gone': 'Agent removed' } as const
export const endReason = ({ endedBecause }: AlertIncident): string => (endedBecause ? REASONS[endedBecause] : '')

export const firingText = (count: number): string => plural(count, { one: '# alert fires', other: '# alerts fire' })

/** Announcement of an incident: `New alert: Disk over 90 % on cellar and 2 more.` */
export const newAlertText = (incident: AlertIncident): string =>
  `New alert: ${inSentence(incident.ruleName)} on ${subjectOf(incident)}.`

/** Title of an incident on one agent's page: the rule's name if `text` may be about another agent. */
export const titleOnAgentPage = ({ agents, text, ruleName }: AlertIncident): string => (agents > 1 ? ruleName : text)

/** Marks in charts for the start and end of alerts. */
export function marksOfAlerts(incidents: readonly AlertIncident[]): { key: string; at: number; text: string }[] {
  return incidents.flatMap((incident) => {
    const { _id: id, openedAt, endedAt, ruleName } = incident
    const began = { key: `${id} began`, at: Date.parse(openedAt), text: `Alert: ${titleOnAgentPage(incident)}` }
    if (endedAt === null) return [began]
    return [began, { key: `${id} ended`, at: Date.parse(endedAt), text: `Alert over: ${ruleName}` }]
  })
}
