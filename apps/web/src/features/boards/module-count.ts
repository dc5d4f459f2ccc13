/** How many modules there are, in words. */
export const moduleCount = ({ modules }: { modules: { length: number } }) =>
  modules.length === 1 ? '1 module' : `${modules.length} modules`
