import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { commands } from '@atalaya/contract/commands'
import { type AgentProcess, agentProgram, startAgent } from '@atalaya/testbed/agent-process'
import { expect } from 'vitest'
import { createCommandWorld } from './command-world.ts'

/** File of the real agent; a note in it makes it another version. */
export const program = (note: string) => Buffer.from(`import ${JSON.stringify(agentProgram)}\n// ${note}\n`)

/** A server that offers an agent's file, and a machine that runs another version. */
export async function createUpdateWorld() {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-update-'))
  const served = path.join(folder, 'served.mjs')
  const installed = path.join(folder, 'agent.mjs')
  const it = await createCommandWorld({ agentFile: served })
  const { id, token } = await it.register()
  let running: AgentProcess | null = null
  const expectStatus = (command: string) => expect.poll(() => it.status(command), { timeout: 20_000 })

  return {
    ...it,
    folder,
    id,
    installed,
    output: () => running?.output() ?? '',
    installedProgram: () => readFileSync(installed),
    serve: (bytes: Uint8Array) => writeFileSync(served, bytes),
    /** Runs the machine's program with these options, and waits until it is connected. */
    async run(bytes: Uint8Array, more: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<void> {
      writeFileSync(installed, bytes)
      running = startAgent(it.address, token, it.folder, { program: installed, more, env })
      await expectStatus(await it.sendOne(id, 'ping')).toBe('succeeded')
    },
    /** Kills the program, as a power cut would, and restarts it. */
    async killAndStart(): Promise<void> {
      running?.signal('SIGKILL')
      await running?.exited
      running = startAgent(it.address, token, it.folder, { program: installed })
    },
    /** Orders an update and returns its result. */
    async update() {
      const command = await it.sendOne(id, 'update')
      await expectStatus(command).toMatch(/succeeded|failed|rejected|unknown|timed_out/)
      return it.readCommand(command)
    },
    async capabilityNames(): Promise<string[]> {
      const { body } = await it.call(commands.capabilities, { params: { id } }, it.ada)
      return body.data.capabilities.map(({ name }: { name: string }) => name)
    },
    async close(): Promise<void> {
      running?.signal('SIGKILL')
      await running?.exited
      await it.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type UpdateWorld = Awaited<ReturnType<typeof createUpdateWorld>>
