// `npm run newcomer`: the README's first five minutes, its commands word for word, each step timed. Runs in a fresh
// clone of this checkout's last commit, with an empty npm cache.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { root } from '../scripts/lib/workspaces.ts'
import { runOrExplain } from '../scripts/product/prepare.ts'
import { findChromium } from '../scripts/tests/programs.ts'
import { kill, makePageWithAgent, paste, register, registerAgent, seeAgentOnline, seeDisplay } from './first-steps.ts'

const READY = /Atalaya is ready on (\S+)/
const GOAL_S = 300

/** The commands under the heading Start, and the address that they clone from. */
function readCommands(): { commands: string; address: string } {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  const [, commands = ''] = /## Start\n[^`]*```\n([^`]*)```/.exec(readme) ?? []
  const [, address = ''] = /git clone (\S+)/.exec(commands) ?? []
  if (address === '') throw new Error('The README shows no command that clones')
  return { commands, address }
}

/** Runs the commands; they clone this checkout instead of the address. `ready` resolves to the server's address. */
async function start(folder: string, { commands, address }: ReturnType<typeof readCommands>) {
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: '',
    npm_config_cache: path.join(folder, 'npm-cache'),
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.${root}.insteadOf`,
    GIT_CONFIG_VALUE_0: address,
  }
  const shell = spawn('sh', ['-ec', commands], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const collect = (chunk: Buffer) => {
    output += chunk
    const url = READY.exec(output)?.[1]
    if (url) resolve(url)
  }
  shell.stdout.on('data', collect)
  shell.stderr.on('data', collect)
  void once(shell, 'exit').then(() => reject(new Error(`The commands ended:\n${output}`)))
  return { shell, ready: promise }
}

await runOrExplain(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-newcomer-'))
  const machine = path.join(folder, 'machine')
  mkdirSync(machine)
  const startedAt = performance.now()
  let lastStepAt = startedAt
  const logStep = (step: string) => {
    const now = performance.now()
    console.log(`${((now - lastStepAt) / 1000).toFixed(1).padStart(6)} s  ${step}`)
    lastStepAt = now
  }
  const fromReadme = readCommands()
  console.log(`Word for word from README.md:\n${fromReadme.commands}`)
  const server = await start(folder, fromReadme)
  const url = await server.ready
  logStep('from the first command to a server that is ready')
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath: findChromium(), args })
  const page = await browser.newPage({ baseURL: url, locale: 'en-GB' })
  let agent: ReturnType<typeof paste> | undefined
  try {
    await register(page)
    logStep('the first account, an administrator')
    agent = paste(await registerAgent(page), machine)
    await seeAgentOnline(page)
    logStep('an agent, online')
    await makePageWithAgent(page)
    logStep('a page with the agent on it')
    await seeDisplay(page)
    logStep('the display shows its numbers')
  } finally {
    await browser.close()
    if (agent) await kill(agent)
    await kill(server.shell)
    rmSync(folder, { recursive: true, force: true })
  }
  const total = (lastStepAt - startedAt) / 1000
  console.log(`${total.toFixed(1).padStart(6)} s  in all; the goal is ${GOAL_S}`)
  if (total > GOAL_S) throw new Error('It takes a newcomer longer than five minutes')
})
