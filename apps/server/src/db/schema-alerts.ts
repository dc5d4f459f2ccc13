import type { Severity } from '@atalaya/contract/severity'
import type { Generated } from 'kysely'

/**
 * The tables of alerts; the conventions are those of schema.ts. Rows without `owner_id` belong to the administrators,
 * and are about all agents.
 */
export type AlertsSchema = {
  alert_rules: AlertRulesTable
  alert_states: AlertStatesTable
  alert_incidents: AlertIncidentsTable
  alert_members: AlertMembersTable
  alert_silences: AlertSilencesTable
  alert_notices: AlertNoticesTable
  alert_channels: AlertChannelsTable
  alert_choices: { user_id: string; body: string }
  /** Senders of the server: `body` is JSON, `sealed` its secrets. */
  alert_senders: { key: 'smtp' | 'telegram' | 'deadMan' | 'push'; body: string; sealed: string | null }
  alert_messages: AlertMessagesTable
}

export type AlertRulesTable = {
  id: string
  owner_id: string | null
  author: string
  name: string
  is_on: number
  severity: Severity
  selector: string
  condition: string
  for_s: number
  clear: string
  escalation: string
  version: number
  created_at: number
  updated_at: number
}

/** State of a rule for an agent. No row means that the state is ok, and has been for long. */
export type AlertStatesTable = {
  rule_id: string
  agent_ref: number
  state: 'ok' | 'pending' | 'firing' | 'clearing'
  /** Time on the judge's clock (`judge-clock.ts`), which counts only time in which the server watched. */
  since: number
  /** Number of recent firings; each doubles the calm that ends the alert. */
  fires: number
  incident_id: string | null
  /** 1 if it fires because an upstream agent does. */
  is_behind: number
  /** Rises with each change. A change is made only on the version that was read. */
  version: number
}

export type AlertIncidentsTable = {
  seq: Generated<number>
  id: string
  rule_id: string | null
  rule_name: string
  owner_id: string | null
  severity: Severity
  text: string
  agent_id: string | null
  agent_name: string
  /** Numbers of members: firing now, in all, and firing because of an upstream agent. */
  firing: number
  agents: number
  behind: number
  opened_at: number
  /** When it was opened and when an agent joined it last, on the judge's clock. */
  opened_clock: number
  joined_clock: number
  ended_at: number | null
  ended_because: 'recovered' | 'rule changed' | 'agents gone' | null
  acknowledged_by: string | null
  acknowledged_at: number | null
}

/** Stays when the agent goes: it is history. */
type AlertMembersTable = {
  incident_id: string
  agent_ref: number
  agent_id: string
  agent_name: string
  text: string
  is_behind: number
  fired_at: number
  cleared_at: number | null
}

export type AlertSilencesTable = {
  id: string
  owner_id: string | null
  target_kind: 'incident' | 'rule' | 'agent' | 'tag'
  target: string
  target_name: string
  until: number | null
  /** JSON of repeated maintenance times; null for a silence. */
  times: string | null
  reason: string
  by_id: string | null
  by_name: string
  created_at: number
}

/** Notice for people; recipients and channels are decided when it is due. */
export type AlertNoticesTable = {
  seq: Generated<number>
  incident_id: string
  what: 'opened' | 'grew' | 'ended' | 'escalated'
  /** Step of the escalation. */
  step: number | null
  due_at: number
}

export type AlertChannelsTable = {
  id: string
  user_id: string
  kind: 'push' | 'email' | 'ntfy' | 'telegram' | 'webhook'
  name: string
  is_on: number
  severity: Severity
  /** 1 if the end of an incident is sent, too. */
  tells_end: number
  /** The address as people see it, without its secret part. */
  shown: string
  address: string
  sealed: string | null
  /** Two channels of an account never lead to the same place. */
  place_hash: string
  last_at: number | null
  last_is_good: number | null
  last_text: string | null
  created_at: number
}

/** Message to a recipient, and its delivery. */
export type AlertMessagesTable = {
  seq: Generated<number>
  id: string
  /** `<notice>:<user>:<channel>`, unique: a message is stored once, even if it is planned again or by two instances. */
  notice_key: string
  user_id: string
  channel_id: string | null
  channel_kind: string | null
  channel_name: string | null
  incident_id: string | null
  what: 'opened' | 'grew' | 'ended' | 'escalated' | 'summary'
  severity: Severity
  title: string
  body: string
  state: 'waiting' | 'held' | 'sending' | 'sent' | 'failed' | 'left out'
  reason: string
  tries: number
  /** 1 if it may have been delivered before: the instance that sent it has stopped. */
  perhaps_twice: number
  due_at: number
  /** Instance that sends it, and the end of its lease. */
  holder: string | null
  lease_until: number | null
  answer: string | null
  created_at: number
}
