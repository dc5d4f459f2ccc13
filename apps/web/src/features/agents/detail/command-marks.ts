import type { Command } from '@atalaya/contract/commands'
import type { ChartMark } from '#web/features/agents/chart/marks.ts'
import { COMMAND_LOOKS } from '#web/features/agents/commands/command-status.ts'

/** The commands that an agent began within a time, as marks in its charts. */
export function marksOf(commands: readonly Command[], { from, to }: { from: number; to: number }): ChartMark[] {
  return commands.flatMap(({ commandId, command, status, startedAt }) => {
    const at = startedAt === null ? Number.NaN : Date.parse(startedAt)
    const isShown = at >= from && at <= to
    return isShown ? [{ key: commandId, at, text: `${command}: ${COMMAND_LOOKS[status].label.toLowerCase()}` }] : []
  })
}
