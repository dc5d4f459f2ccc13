import { type Batch, type CommandStatus, FAILURE_STATUSES, FINAL_STATUSES } from '@atalaya/contract/commands'
import type { SignName } from '@atalaya/module-sdk/status-sign'
import type { Tone } from '#web/components/status-badge.tsx'

type Look = { label: string; tone: Tone; sign: SignName }

export const COMMAND_LOOKS: Record<CommandStatus, Look> = {
  queued: { label: 'Waiting', tone: 'neutral', sign: 'waiting' },
  sent: { label: 'Sent', tone: 'info', sign: 'onwards' },
  delivered: { label: 'Delivered', tone: 'info', sign: 'arrived' },
  running: { label: 'Running', tone: 'info', sign: 'running' },
  cancelling: { label: 'Cancelling', tone: 'warning', sign: 'stopped' },
  succeeded: { label: 'Succeeded', tone: 'success', sign: 'done' },
  failed: { label: 'Failed', tone: 'destructive', sign: 'away' },
  timed_out: { label: 'Timed out', tone: 'destructive', sign: 'tooLate' },
  expired: { label: 'Expired', tone: 'destructive', sign: 'tooLate' },
  cancelled: { label: 'Cancelled', tone: 'neutral', sign: 'stopped' },
  rejected: { label: 'Rejected', tone: 'destructive', sign: 'away' },
  unknown: { label: 'Unknown', tone: 'warning', sign: 'unknown' },
}

const FINAL: ReadonlySet<CommandStatus> = new Set(FINAL_STATUSES)

export const isFinal = (status: CommandStatus) => FINAL.has(status)

const FAILURES: ReadonlySet<CommandStatus> = new Set(FAILURE_STATUSES)

export const isFailure = (status: CommandStatus) => FAILURES.has(status)

type Counts = Pick<Batch, 'total' | 'counts'>

/** Number of ended commands of a batch, successful or not. */
export function endedCount({ counts }: Counts): number {
  return FINAL_STATUSES.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
}

export const isOver = (batch: Counts) => endedCount(batch) >= batch.total

/** Display order: failures, then unfinished states, then other final states. */
export const STATUS_ORDER = [
  ...FAILURE_STATUSES,
  ...(['cancelling', 'running', 'delivered', 'sent', 'queued'] as const),
  ...(['succeeded', 'cancelled'] as const),
] satisfies CommandStatus[]

/** Overall state of a batch: its progress, or the worst result once all commands have ended. */
export function outcomeOf(batch: Counts): Look & { isLive: boolean } {
  const { total, counts } = batch
  const [first] = STATUS_ORDER.filter((status) => counts[status])
  if (!isOver(batch)) {
    const ended = endedCount(batch)
    const isOne = total === 1 && first !== undefined
    return isOne
      ? { ...COMMAND_LOOKS[first], isLive: true }
      : { label: `${ended} of ${total} done`, tone: ended === 0 ? 'neutral' : 'info', sign: 'running', isLive: true }
  }
  if (first === undefined) return { label: 'Agents deleted', tone: 'neutral', sign: 'stopped', isLive: false }
  const { label, ...look } = COMMAND_LOOKS[first]
  const count = counts[first]
  return { label: count === total ? label : `${count} of ${total} ${label.toLowerCase()}`, ...look, isLive: false }
}

/** '9 succeeded, 1 failed, 2 waiting': count of each state that occurs, final states first. */
export function summary({ counts }: Counts): string {
  const order = [...FINAL_STATUSES, 'cancelling', 'running', 'delivered', 'sent', 'queued'] as const
  return order
    .filter((status) => counts[status])
    .map((status) => `${counts[status]} ${COMMAND_LOOKS[status].label.toLowerCase()}`)
    .join(', ')
}
