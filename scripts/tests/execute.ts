import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from '../lib/workspaces.ts'
import { throwawayEnv } from './throwaway.ts'

/** Path of an installed package's executable. */
export const bin = (name: string) => path.join(root, 'node_modules/.bin', name)
const throwaway = throwawayEnv()

/** Runs a file with this Node in the root of the checkout. Its temporary data are in memory if there is room. */
export function execute(args: string[], extraEnv: NodeJS.ProcessEnv = {}): Promise<number> {
  const env = { ...process.env, ...throwaway, ...extraEnv }
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
