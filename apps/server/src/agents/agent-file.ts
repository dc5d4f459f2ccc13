import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { AppError } from '#server/domain/errors.ts'

/** The file that agents are started from and update themselves with. */
export const agentFileSettings = {
  agentFile: fileURLToPath(new URL('../../../../packages/agent/dist/agent.mjs', import.meta.url)),
}

/** The reference agent as built, and the hash that an update checks. */
export type AgentFile = { text: Buffer; sha256: string }

/** Reads the built agent, and again after each new build. */
export function createAgentFile(file: string) {
  let cached: (AgentFile & { builtAt: number }) | null = null

  return async (): Promise<AgentFile> => {
    const builtAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    )
    if (builtAt === null) throw new AppError('not_found', 'The agent is not built; run `npm run build`')
    if (cached?.builtAt !== builtAt) {
      const text = await readFile(file)
      cached = { text, sha256: createHash('sha256').update(text).digest('hex'), builtAt }
    }
    return cached
  }
}
export type ReadAgentFile = ReturnType<typeof createAgentFile>
