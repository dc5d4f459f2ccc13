import { type Batch, type CommandStatus, FINAL_STATUSES, WRONG_STATUSES } from '@atalaya/contract/commands'

type Look = { label: string; tone: 'success' | 'warning' | 'destructive' | 'info' | 'neutral' }

export const COMMAND_LOOKS: Record<CommandStatus, Look> = {
  queued: { label: 'Waiting', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'info' },
  delivered: { label: 'Delivered', tone: 'info' },
  running: { label: 'Running', tone: 'info' },
  cancelling: { label: 'Cancelling', tone: 'warning' },
  succeeded: { label: 'Succeeded', tone: 'success' },
  failed: { label: 'Failed', tone: 'destructive' },
  timed_out: { label: 'Timed out', tone: 'destructive' },
  expired: { label: 'Expired', tone: 'destructive' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  rejected: { label: 'Rejected', tone: 'destructive' },
  unknown: { label: 'Unknown', tone: 'warning' },
}

const FINAL: ReadonlySet<CommandStatus> = new Set(FINAL_STATUSES)

export const isFinal = (status: CommandStatus) => FINAL.has(status)

const WRONG: ReadonlySet<CommandStatus> = new Set(WRONG_STATUSES)

export const isWrong = (status: CommandStatus) => WRONG.has(status)

type Counts = Pick<Batch, 'total' | 'counts'>

/** How many commands of a sending have ended, in whatever way. */
export function endedCount({ counts }: Counts): number {
  return FINAL_STATUSES.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
}

export const isOver = (batch: Counts) => endedCount(batch) >= batch.total

/** What went wrong, what is under way, what is done. */
export const shownOrder = [
  ...WRONG_STATUSES,
  ...(['cancelling', 'running', 'delivered', 'sent', 'queued'] as const),
  ...(['succeeded', 'cancelled'] as const),
] satisfies CommandStatus[]

/** How a sending stands as a whole: what goes on, else the worst of what it came to. */
export function outcomeOf(batch: Counts): Look & { isLive: boolean } {
  const { total, counts } = batch
  const [first] = shownOrder.filter((status) => counts[status])
  if (!isOver(batch)) {
    const ended = endedCount(batch)
    const isOne = total === 1 && first !== undefined
    return isOne
      ? { ...COMMAND_LOOKS[first], isLive: true }
      : { label: `${ended} of ${total} done`, tone: ended === 0 ? 'neutral' : 'info', isLive: true }
  }
  if (first === undefined) return { label: 'Its agents are gone', tone: 'neutral', isLive: false }
  const { label, tone } = COMMAND_LOOKS[first]
  const count = counts[first]
  return { label: count === total ? label : `${count} of ${total} ${label.toLowerCase()}`, tone, isLive: false }
}

/** '9 succeeded, 1 failed, 2 waiting': the states that occur, in the order of a command's life backwards. */
export function summary({ counts }: Counts): string {
  const order = [...FINAL_STATUSES, 'cancelling', 'running', 'delivered', 'sent', 'queued'] as const
  return order
    .filter((status) => counts[status])
    .map((status) => `${counts[status]} ${COMMAND_LOOKS[status].label.toLowerCase()}`)
    .join(', ')
}
