import type { Delivery } from '#web/features/agents/commands/away.ts'

/** Meanings of the reference agent's commands whose names could be misread. */
const MEANINGS = new Map([
  ['restart', 'Restarts the agent, not the machine'],
  ['reboot', 'Restarts the machine'],
  ['update', 'Brings the newest version of the agent'],
])
/** Commands that must not run hours later: somebody may then be working on the machine again. */
const SURPRISING = new Set(['restart', 'reboot'])

export const meaningOf = (command: string): string | undefined => MEANINGS.get(command)

/** Default delivery to offline agents for a command. */
export const defaultDelivery = (command: string): Delivery => (SURPRISING.has(command) ? 'skip' : 'usual')
