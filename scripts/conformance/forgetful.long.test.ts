// Slow: the protocol's timeouts are whole seconds, and the test waits for them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkAgent } from './conformance.ts'

const agentScript = path.join(import.meta.dirname, '../../examples/agent-python/agent.py')

test('an agent that repeats sequence numbers within a run is detected', async () => {
  const lines: string[] = []
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-forgetful-'))
  const forgetful = path.join(folder, 'agent.py')
  const text = readFileSync(agentScript, 'utf8')
  // Keeps one run id over restarts, and cycles its sequence numbers through 1, 2, 3.
  writeFileSync(
    forgetful,
    text.replace('RUN = str(uuid.uuid4())', 'RUN = "always"').replace('seq += 1', 'seq = seq % 3 + 1'),
  )
  expect(await checkAgent(`python3 ${forgetful}`, (line) => lines.push(line))).toBeGreaterThan(0)
  rmSync(folder, { recursive: true })
  // The line that `checkAgent` prints for the check that this agent fails.
  expect(lines.join('\n')).toContain('MISSED  gives each number of a run to one measurement')
}, 180_000)
