// `npm run agent:conformance -- --cmd "python3 agent.py"`: does an agent keep to the protocol of docs/agents.md?
import { parseArgs } from 'node:util'
import { root } from './lib/workspaces.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'

const USAGE = `npm run agent:conformance -- --cmd "python3 agent.py"

Runs the agent with ATALAYA_SERVER and ATALAYA_TOKEN against a server of its own, and checks it step by step.`

const { cmd } = parseArgs({ options: { cmd: { type: 'string' } } }).values
if (cmd === undefined) {
  console.log(USAGE)
  process.exitCode = 2
} else {
  await runOrExplain(async () => {
    await ensureInstalled(root)
    // This needs installed packages.
    const { checkAgent } = await import('./conformance/conformance.ts')
    const missed = await checkAgent(cmd, console.log)
    console.log(missed === 0 ? 'The agent keeps to the protocol.' : `${missed} missed.`)
    process.exitCode = missed === 0 ? 0 : 1
  })
}
