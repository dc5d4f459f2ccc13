import { plural } from '#web/lib/plural.ts'

export const moduleCountText = ({ modules }: { modules: { length: number } }) =>
  plural(modules.length, { one: '# module', other: '# modules' })
