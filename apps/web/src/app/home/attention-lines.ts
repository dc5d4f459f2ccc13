import { type AttentionCounts, COUNTED_MAX } from '@atalaya/contract/attention'
import type { BackupSchedule } from '@atalaya/contract/backups'
import type { InstallationStatus } from '@atalaya/contract/installation'
import { bytesText } from '@atalaya/format/bytes'
import type { Formats } from '@atalaya/format/formats'
import type { NamedStatus } from '#web/app/home/attention.queries.ts'
import type { AttentionLine } from '#web/app/home/attention-line.ts'
import { type OverBound, overBoundLines } from '#web/app/home/over-bound.ts'
import { SOURCE_URL } from '#web/app/links.ts'
import { agentTitle } from '#web/features/agents/status.ts'
import { plural } from '#web/lib/plural.ts'

type FleetLinesInput = {
  counts: AttentionCounts
  /** Address of the list with the counted agents. */
  list: '/admin/agents' | '/agents'
  /** True during the first steps, when a missing agent is no news. */
  isBeginner: boolean
  /** First agents over a bound, once loaded. */
  overBound?: readonly OverBound[] | undefined
  /** First agents in trouble by kind, once loaded. */
  named?: Partial<Record<NamedStatus, readonly Nameable[]>> | undefined
  formats: Formats
}

type Nameable = Parameters<typeof agentTitle>[0]

type Kind = {
  counter: Exclude<keyof AttentionCounts, 'agents'>
  one: string
  other: string
  action: string
  isUrgent?: true
  /** Link: a query string for the list of agents (`status=offline`), or the path of another screen. */
  to: { listed: string } | { path: string }
}

/** Most urgent first: decisions, then failures, then outdated agents. */
const KINDS: Kind[] = [
  {
    counter: 'quarantined',
    one: '# agent is kept out: two programs use its token',
    other: '# agents are kept out: two programs use their token',
    action: 'Decide',
    isUrgent: true,
    to: { listed: 'status=quarantined' },
  },
  {
    counter: 'offline',
    one: '# agent is offline',
    other: '# agents are offline',
    action: 'See which',
    isUrgent: true,
    to: { listed: 'status=offline' },
  },
  {
    counter: 'critical',
    one: '# agent is over a bound',
    other: '# agents are over a bound',
    action: 'See which',
    isUrgent: true,
    to: { listed: 'critical=true' },
  },
  {
    counter: 'degraded',
    one: '# agent is degraded',
    other: '# agents are degraded',
    action: 'See which',
    to: { listed: 'status=degraded' },
  },
  {
    counter: 'failed',
    one: '# command failed within a day',
    other: '# commands failed within a day',
    action: 'See why',
    to: { path: '/activity?show=wrong' },
  },
  {
    counter: 'waiting',
    one: '# command waits for its agent',
    other: '# commands wait for their agents',
    action: 'See which',
    to: { path: '/activity?show=open' },
  },
  {
    counter: 'outdated',
    one: '# agent is outdated',
    other: '# agents are outdated',
    action: 'Update',
    to: { listed: 'outdated=true' },
  },
  {
    counter: 'pending',
    one: '# agent has never connected',
    other: '# agents have never connected',
    action: 'See which',
    to: { listed: 'status=pending' },
  },
]

/** Statuses that lines count; the line has the status's look. */
const STATUSES = ['quarantined', 'offline', 'degraded', 'pending'] as const

/** `attic-pi, nas, …` */
function namesOf(count: number, agents: readonly Nameable[] = []): string | undefined {
  const names = agents.map(agentTitle)
  if (names.length === 0) return undefined
  return [...names, ...(count > names.length ? ['…'] : [])].join(', ')
}

/** Lines about agents and commands. */
export function fleetLines({
  counts,
  list,
  isBeginner,
  overBound = [],
  named = {},
  formats,
}: FleetLinesInput): AttentionLine[] {
  return KINDS.flatMap(({ counter, one, other, action, to, isUrgent = false }) => {
    const count = counts[counter]
    if (count === 0 || (counter === 'pending' && isBeginner)) return []
    if (counter === 'critical' && overBound.length > 0)
      return overBoundLines({ agents: overBound, count, list, formats })
    const text = count > COUNTED_MAX ? other.replace('#', `More than ${COUNTED_MAX}`) : plural(count, { one, other })
    const status = STATUSES.find((status) => status === counter)
    const names = namesOf(count, status && status in named ? named[status as NamedStatus] : undefined)
    return [
      { key: counter, text, names, action, isUrgent, status, to: 'path' in to ? to.path : `${list}?${to.listed}` },
    ]
  })
}

/** Line about firing alerts that nobody has acknowledged. */
export function alertLines(counts: { unacknowledged: number } | null | undefined): AttentionLine[] {
  if (!counts?.unacknowledged) return []
  const text = plural(counts.unacknowledged, { one: '# alert fires', other: '# alerts fire' })
  return [{ key: 'alerts', text, isUrgent: true, to: '/alerts', action: 'See which' }]
}

/** The guide to backups in the source repository. */
const BACKUP_GUIDE = `${SOURCE_URL}/blob/HEAD/docs/backup.md`

type Operation = {
  /** Null if none are scheduled, undefined if unknown. */
  schedule: BackupSchedule | null | undefined
  disk: InstallationStatus['disk'] | undefined
  /** The installation has data to lose. */
  hasDataToLose: boolean
}

/** Lines about the installation, for administrators. */
export function operationLines({ schedule, disk, hasDataToLose }: Operation, formats: Formats): AttentionLine[] {
  const lines: AttentionLine[] = []
  if (disk && disk.level !== 'ok') {
    const text = `${bytesText(disk.freeBytes, formats)} of ${bytesText(disk.totalBytes, formats)} are free on the server's disk: delete what is not needed there`
    lines.push({ key: 'disk', text, isUrgent: true })
  }
  const hasBackupProblem = schedule && (schedule.failure || schedule.isLate)
  if (hasBackupProblem) {
    const text = schedule.failure ? `The last backup failed: ${schedule.failure.reason}` : 'The newest backup is old'
    lines.push({ key: 'backup', text, isUrgent: true })
  }
  if (schedule === null && hasDataToLose) {
    const text = 'No backups are made: set BACKUP_DIR where the server is started'
    lines.push({ key: 'backup', text, isUrgent: false, to: BACKUP_GUIDE, action: 'See how' })
  }
  return lines
}
