// `npm run dev`: the server, restarted when its sources change, and Vite's server for the client in front of it.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './lib/workspaces.ts'
import { ensureBuilt, ensureInstalled, runOrExplain } from './product/prepare.ts'

const port = process.env.PORT || '3000'
const api = `http://127.0.0.1:${port}`

await runOrExplain(async () => {
  await ensureInstalled(root)
  // The server hands out the built agent; the client comes from Vite.
  await ensureBuilt(root)
})

const children: ChildProcess[] = []

function endAll() {
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
}

function run(args: string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    endAll()
  })
  children.push(child)
}

run(['--watch', 'apps/server/src/main.ts'], root, { PORT: port })
run([path.join(root, 'node_modules/vite/bin/vite.js')], path.join(root, 'apps/web'), { API_URL: api })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endAll)
