import type { Rate } from '#server/limits/limits.ts'

/** Ten a second. A thousand agents one by one take a script two minutes; to all at once it is one. */
export const sendRate: Rate = {
  name: 'commands sent',
  max: 600,
  windowMs: 60_000,
  message: 'You have sent many commands within a minute; send one to many agents at once, or try again in a minute',
  code: 'commands.too_many',
  isOfInstance: true,
}

/** A dialog requests a preview after each change, and each one reads all target agents. */
export const previews: Rate = {
  name: 'commands previewed',
  max: 120,
  windowMs: 60_000,
  message: 'You have asked often what a command would do; try again in a minute',
  code: 'commands.too_many',
  isOfInstance: true,
}
