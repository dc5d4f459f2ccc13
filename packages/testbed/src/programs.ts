import { existsSync } from 'node:fs'
import path from 'node:path'

/** Where a program is, looked for on PATH and where systems keep those of administrators; undefined where nowhere. */
export function findProgram(name: string, ...further: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin', ...further]
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** What a test says that can't run without a program; `debian` is its package. */
export const isMissing = (name: string, debian: string): Error =>
  new Error(`${name} is not installed; on Debian: apt-get install ${debian}`)

/** Where a program is whose Debian package is called the same. @throws Error that says how to install it */
export function requireProgram(name: string): string {
  const file = findProgram(name)
  if (!file) throw isMissing(name, name)
  return file
}
