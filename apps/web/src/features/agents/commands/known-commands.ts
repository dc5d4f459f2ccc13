import type { Away } from '#web/features/agents/commands/away.ts'

/** What the reference agent's own commands do, where their names alone could be misread. */
const MEANINGS = new Map([
  ['restart', 'Restarts the agent, not the machine'],
  ['reboot', 'Restarts the machine'],
  ['update', 'Brings the newest version of the agent'],
])
/** Done hours later, when a machine is back and somebody works on it, these would surprise. */
const SURPRISING = new Set(['restart', 'reboot'])

export const meaningOf = (command: string): string | undefined => MEANINGS.get(command)

/** What becomes of a command for agents that are away, unless somebody chooses. */
export const usualAway = (command: string): Away => (SURPRISING.has(command) ? 'skip' : 'usual')
