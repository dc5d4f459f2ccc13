import type { Command } from '@atalaya/contract/commands'
import { type ChartMark, marksWithin } from '#web/features/agents/chart/marks.ts'
import { COMMAND_LOOKS } from '#web/features/agents/commands/command-status.ts'

/** Marks for the agent's commands that started within the time range. */
export function marksOf(commands: readonly Command[], time: { from: number; to: number }): ChartMark[] {
  const begun = commands.flatMap(({ commandId, command, status, startedAt }) => {
    const text = `${command}: ${COMMAND_LOOKS[status].label.toLowerCase()}`
    return startedAt === null ? [] : [{ key: commandId, at: Date.parse(startedAt), text }]
  })
  return marksWithin(begun, time)
}
