/**
 * How a program in a browser names its version: by its release, and by the build, which the name of its first script
 * tells as it changes with what is in it.
 */
export function programVersion(release: string, firstScript: string | null): string {
  const [, build] = /-([\w-]{8})(?:\.\w+)?\.js$/.exec(firstScript ?? '') ?? []
  return build ? `${release} ${build}` : release
}
