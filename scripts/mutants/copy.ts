import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../lib/workspaces.ts'
import { instrument, type Mutant } from './instrument.ts'

const OURS = '@atalaya'

/** The product's files as they are in the checkout, committed or not. */
export const checkoutFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)

/** Links installed packages; our own packages are those of the copy. */
function linkInstalled(folder: string): void {
  const from = path.join(root, 'node_modules')
  const to = path.join(folder, 'node_modules')
  mkdirSync(path.join(to, OURS), { recursive: true })
  for (const name of readdirSync(from)) if (name !== OURS) symlinkSync(path.join(from, name), path.join(to, name))
  for (const name of readdirSync(path.join(from, OURS))) {
    const link = execFileSync('readlink', [path.join(from, OURS, name)], { encoding: 'utf8' }).trim()
    symlinkSync(link, path.join(to, OURS, name))
  }
}

/** Copies the checkout and puts all these mutants into it, switched off. Returns the folder. */
export function makeCopy(mutants: Map<number, Mutant>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-mutants-'))
  for (const file of checkoutFiles()) {
    const to = path.join(folder, file)
    mkdirSync(path.dirname(to), { recursive: true })
    copyFileSync(path.join(root, file), to)
  }
  linkInstalled(folder)
  for (const file of new Set([...mutants.values()].map((mutant) => mutant.file))) {
    const mutantsOfFile = new Map([...mutants].filter(([, mutant]) => mutant.file === file))
    writeFileSync(path.join(folder, file), instrument(file, readFileSync(path.join(root, file), 'utf8'), mutantsOfFile))
  }
  return folder
}
