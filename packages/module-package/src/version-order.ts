const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-(.+))?$/

/**
 * Orders versions nearly as semver does, the newest first: pre-releases are compared as texts with numbers. A
 * pre-release stands behind its release.
 */
export function byVersion(a: string, b: string): number {
  const [, ...left] = VERSION.exec(a) ?? []
  const [, ...right] = VERSION.exec(b) ?? []
  for (const part of [0, 1, 2]) {
    const difference = Number(right[part]) - Number(left[part])
    if (difference !== 0) return difference
  }
  return comparePreRelease(left[3], right[3])
}

function comparePreRelease(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  return b.localeCompare(a, 'en', { numeric: true })
}
