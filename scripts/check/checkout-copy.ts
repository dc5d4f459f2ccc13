import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { filesIn, root, workspaces } from '../lib/workspaces.ts'

const OURS = '@atalaya'

/** Other packages are linked to the installed ones; our own must be the copy's. */
function linkPackages(copy: string) {
  const [from, to] = [path.join(root, 'node_modules'), path.join(copy, 'node_modules')]
  mkdirSync(path.join(to, OURS), { recursive: true })
  for (const name of readdirSync(from).filter((entry) => entry !== '.cache' && entry !== OURS)) {
    symlinkSync(path.join(from, name), path.join(to, name))
  }
  for (const name of readdirSync(path.join(root, 'packages'))) {
    symlinkSync(path.join(copy, 'packages', name), path.join(to, OURS, name))
  }
}

/** Writes files with these texts into `copy`; paths are relative to it. */
export function plant(copy: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    writeFileSync(path.join(copy, file), text)
  }
}

/** A copy of this checkout's sources and configurations in a temporary folder, to plant mistakes in. */
export function copyCheckout(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'atalaya-check-'))
  const configs = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  const files = [...configs.map((entry) => entry.name), ...workspaces(root).flatMap((folder) => filesIn(root, folder))]
  for (const file of files) cpSync(path.join(root, file), path.join(copy, file))
  linkPackages(copy)
  return copy
}
