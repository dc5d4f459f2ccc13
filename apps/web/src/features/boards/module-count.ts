import { plural } from '#web/lib/plural.ts'

/** How many modules there are, in words. */
export const moduleCount = ({ modules }: { modules: { length: number } }) =>
  plural(modules.length, { one: '# module', other: '# modules' })
