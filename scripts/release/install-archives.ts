import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { capture } from '../lib/run.ts'
import { root } from '../lib/workspaces.ts'

/** Installs archives of ours with their dependencies, and those of the folder's own package.json. */
export type Install = (folder: string, archives: readonly string[]) => Promise<void>

/** Runs a command; a failure throws its output. */
export async function runCommand(folder: string, command: string, ...args: string[]): Promise<string> {
  const { code, output } = await capture(command, args, { cwd: folder })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`)
  return output
}

/** Installs as users do, from the registry or npm's cache. */
export async function installByNpm(folder: string, archives: readonly string[]): Promise<void> {
  await runCommand(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...archives)
}

type Dependencies = Record<string, string>
type Installed = { name: string; bin?: Record<string, string>; [kind: string]: unknown }

/** Installs without a network: unpacks the archives, and links other packages from this checkout. */
export async function installFromCheckout(folder: string, archives: readonly string[]): Promise<void> {
  const target = path.join(folder, 'node_modules')
  mkdirSync(path.join(target, '.bin'), { recursive: true })
  const unpacked: Installed[] = []
  for (const archive of archives) {
    const packed = JSON.parse(await runCommand(folder, 'tar', '-xzOf', archive, 'package/package.json')) as Installed
    mkdirSync(path.join(target, packed.name), { recursive: true })
    await runCommand(folder, 'tar', '-xzf', archive, '--strip-components=1', '-C', path.join(target, packed.name))
    linkBins(target, packed)
    unpacked.push(packed)
  }
  const packageOfFolder = readPackage(folder)
  const names = [packageOfFolder, ...unpacked].flatMap(({ dependencies, devDependencies, peerDependencies }) =>
    [dependencies, devDependencies, peerDependencies].flatMap((kind) => Object.keys((kind ?? {}) as Dependencies)),
  )
  for (const name of new Set(names)) {
    if (unpacked.some((installed) => installed.name === name)) continue
    const link = path.join(target, name)
    mkdirSync(path.dirname(link), { recursive: true })
    symlinkSync(path.join(root, 'node_modules', name), link)
    linkBins(target, readPackage(link))
  }
}

function readPackage(folder: string): Installed {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Installed
}

function linkBins(target: string, { name, bin = {} }: Installed): void {
  for (const [command, file] of Object.entries(bin)) {
    const program = path.join(target, name, file)
    chmodSync(program, 0o755)
    symlinkSync(program, path.join(target, '.bin', command))
  }
}
