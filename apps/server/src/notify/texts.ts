import { inSentence } from '@atalaya/contract/foreign-name'
import { subjectOf } from '@atalaya/contract/incident-subject'
import type { Severity } from '@atalaya/contract/severity'
import { incidentText } from '#server/alerts/texts.ts'
import type { Incident } from './messages.repo.ts'

/** Kind of a notice about an incident. */
export type NoticeKind = 'opened' | 'grew' | 'ended' | 'escalated'

const severityTexts: Record<Severity, string> = { critical: 'Critical', warning: 'Warning', info: 'Info' }

/** Line that names machines that fire: `Machines: web-1, web-2 and 28 more`; none if there is only one. */
function namesLine(names: readonly string[], firing: number): string[] {
  if (names.length < 2) return []
  const more = firing - names.length
  return [`Machines: ${names.map(inSentence).join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

/** Texts about an incident: a title line and a body. `names` are some of the agents that fire. */
export function textsOf(
  incident: Incident,
  kind: NoticeKind,
  names: readonly string[],
): { title: string; body: string } {
  const subject = subjectOf({ ...incident, agent: { name: incident.agent_name } })
  const rule = inSentence(incident.rule_name)
  const [severity, text] = [severityTexts[incident.severity], incidentText(incident)]
  const titles: Record<NoticeKind, string> = {
    opened: `${severity}: ${subject} · ${text}`,
    grew: `${severity}: ${subject} · ${rule}`,
    escalated: `Still: ${subject} · ${text}`,
    ended: `Over: ${subject} · ${rule}`,
  }
  const since = `Since ${instantText(incident.opened_at)}`
  const until = incident.ended_at === null ? [] : [`Over at ${instantText(incident.ended_at)}`]
  return {
    title: titles[kind],
    body: [`${subject}: ${text}`, ...namesLine(names, incident.firing), `Rule: ${rule}`, since, ...until].join('\n'),
  }
}

/** Summary of several messages; some may be summaries themselves. */
export function summaryOf(messages: readonly { what: string; title: string; body: string }[]) {
  const lines = messages.flatMap(({ what, title, body }) => (what === 'summary' ? body.split('\n') : [`• ${title}`]))
  return { title: `${lines.length} messages`, body: lines.join('\n') }
}

const instantText = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
