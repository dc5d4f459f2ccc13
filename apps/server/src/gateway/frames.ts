import { type AgentFrame, agentFrame } from '@atalaya/contract/agent-protocol'

const known = new Set<unknown>(agentFrame.options.map((option) => option.shape.t.value))

/** A frame that an agent sent; `ignored` for a kind that this version does not know, or why it can't be used. */
export type Read = { frame: AgentFrame } | { ignored: true } | { error: string }

/** Reads one frame by the contract; `undefined` is what was not even JSON. */
export function readFrame(value: unknown): Read {
  if (typeof value !== 'object' || value === null) return { error: 'A frame is a JSON object' }
  if ('v' in value && value.v === 1 && 't' in value && typeof value.t === 'string' && !known.has(value.t)) {
    return { ignored: true }
  }
  const parsed = agentFrame.safeParse(value)
  if (parsed.success) return { frame: parsed.data }
  const [issue] = parsed.error.issues
  return { error: `${issue?.path.join('.')}: ${issue?.message}` }
}
