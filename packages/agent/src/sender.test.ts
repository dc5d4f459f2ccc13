import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AgentFrame } from '@atalaya/contract/agent-protocol'
import { expect, onTestFinished, test } from 'vitest'
import { createOutbox } from './disk/outbox.ts'
import { createSender } from './sender.ts'

const SECOND = 1000

test('an item that is sent again keeps its first time, even after a new clock comparison', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-sender-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const sent: AgentFrame[] = []
  const sender = createSender(createOutbox({ folder, runId: 'r' }), (frame) => sent.push(frame))
  sender.up(60 * SECOND)
  sender.add({ at: '2026-01-01T12:00:00.000Z', dataType: 'system', metrics: { load: 1 } })
  sender.down()
  sender.up(75 * SECOND)
  sender.add({ at: '2026-01-01T12:00:10.000Z', dataType: 'system', metrics: { load: 2 } })
  sender.down()
  const first = expect.objectContaining({ seq: 1, at: '2026-01-01T12:01:00.000Z' })
  const second = expect.objectContaining({ seq: 2, at: '2026-01-01T12:01:25.000Z' })
  expect(sent.map(({ d }) => d)).toEqual([[first], [first], [second]])
})
