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
  const moreCount = firing - names.length
  return [`Machines: ${names.map(inSentence).join(', ')}${moreCount > 0 ? ` and ${moreCount} more` : ''}`]
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

/** Maximum bytes of a body that every service takes: the lines of about thirty messages. */
export const BODY_MAX = 2500

/**
 * Summary of several messages; some may be summaries themselves, with their count in the title. Cuts the body one line
 * after the part that is sent. Otherwise it would grow with each try while a channel fails.
 */
export function summaryOf(messages: readonly { what: string; title: string; body: string }[]) {
  const parts = messages.map(({ what, title, body }) =>
    what === 'summary' ? { count: Number.parseInt(title, 10), text: body } : { count: 1, text: `• ${title}` },
  )
  const text = Buffer.from(parts.map((part) => part.text).join('\n'))
  const end = text.indexOf('\n', BODY_MAX + 1)
  return {
    title: `${parts.reduce((sum, { count }) => sum + count, 0)} messages`,
    body: text.toString('utf8', 0, end === -1 ? text.length : end),
  }
}

const instantText = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
