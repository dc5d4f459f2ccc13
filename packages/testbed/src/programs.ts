import { existsSync } from 'node:fs'
import path from 'node:path'

/** Path of a program, from PATH and the systems' folders for administrators. Undefined if none has it. */
export function findProgram(name: string, ...further: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/sbin', ...further]
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** Error of a test that can't run without a program; `debian` is its package. */
export const missingProgramError = (name: string, debian: string): Error =>
  new Error(`${name} is not installed; on Debian: apt-get install ${debian}`)

/**
 * Path of a program with a Debian package of the same name.
 *
 * @throws Error that says how to install it
 */
export function requireProgram(name: string): string {
  const file = findProgram(name)
  if (!file) throw missingProgramError(name, name)
  return file
}
