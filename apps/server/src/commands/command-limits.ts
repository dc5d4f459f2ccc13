import type { Rate } from '#server/limits/limits.ts'

/** Ten commands a second. A script needs two minutes for a thousand single agents; a batch to all counts as one. */
export const sendRate: Rate = {
  name: 'commands sent',
  max: 600,
  windowMs: 60_000,
  message: 'You have sent many commands within a minute; send one to many agents at once, or try again in a minute',
  code: 'commands.too_many',
  isPerInstance: true,
}

/** A dialog requests a preview after each change, and each one reads all target agents. */
export const previewRate: Rate = {
  name: 'commands previewed',
  max: 120,
  windowMs: 60_000,
  message: 'You have asked often what a command would do; try again in a minute',
  code: 'commands.too_many',
  isPerInstance: true,
}
