/**
 * Version of a program in a browser: the release and its build. The build is the hash in the name of the first script,
 * which changes with the content.
 */
export function programVersion(release: string, firstScript: string | null): string {
  const [, build] = /-([\w-]{8})(?:\.\w+)?\.js$/.exec(firstScript ?? '') ?? []
  return build ? `${release} ${build}` : release
}
