import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createAgentFile } from '#server/agents/agent-file.ts'

const MINUTE_S = 60

test('the agent is read again after each build, also after a build with an older time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-agent-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'agent.mjs')
  const read = createAgentFile(file)
  const build = (text: string, atS: number) => {
    writeFileSync(file, text)
    utimesSync(file, atS, atS)
  }
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

  await expect(read()).rejects.toMatchObject({ kind: 'not_found' })
  for (const [text, atS] of [
    ['first', 10 * MINUTE_S],
    ['second', 11 * MINUTE_S],
    ['third', MINUTE_S],
  ] as const) {
    build(text, atS)
    expect(await read()).toMatchObject({ text: Buffer.from(text), sha256: hashOf(text) })
  }
  rmSync(file)
  await expect(read()).rejects.toMatchObject({ kind: 'not_found' })
})
