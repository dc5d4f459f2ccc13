import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkAgent } from './conformance.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [node, agent] = [process.execPath, path.join(root, 'packages/agent/src/cli.ts')]
const agentScript = path.join(root, 'examples/agent-python/agent.py')

/** Sends a frame before its hello, and then nothing. */
const rudeAgent = `${node} -e '
const { ATALAYA_SERVER, ATALAYA_TOKEN } = process.env
fetch(ATALAYA_SERVER + "/api/agent/v1/sync", {
  method: "POST",
  headers: { authorization: "Bearer " + ATALAYA_TOKEN, "content-type": "application/json" },
  body: JSON.stringify({ frames: [{ v: 1, t: "bye", d: { reason: "shutdown" } }] }),
})'`

// Slow: the protocol's timeouts are whole seconds, and the test waits for them.
test.concurrent.each([
  ['the reference agent', `${node} ${agent}`],
  ['the example in Python', `python3 ${agentScript}`],
])(
  '%s follows the protocol',
  async (_who, command) => {
    const lines: string[] = []
    expect(await checkAgent(command, (line) => lines.push(line)), lines.join('\n')).toBe(0)
    expect(lines.length).toBeGreaterThan(20)
  },
  180_000,
)

test.concurrent('an agent that violates the protocol is detected', async () => {
  const lines: string[] = []
  expect(await checkAgent(rudeAgent, (line) => lines.push(line))).toBe(1)
  expect(lines.join('\n')).toContain('It said bye first')
})
