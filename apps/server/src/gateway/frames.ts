import { type AgentFrame, agentFrame, FRAME_BOUNDS } from '@atalaya/contract/agent-protocol'
import { parseJson, UnreadableJson } from '@atalaya/contract/bounded-json'

const kinds = new Set<unknown>(agentFrame.options.map((option) => option.shape.t.value))

/**
 * Result of reading an agent's frame. `ignored`: a kind that this version does not know. `error`: an unusable frame.
 */
export type ReadResult = { frame: AgentFrame } | { ignored: true } | { error: string }

/**
 * Maximum characters of an error text, for the author of an agent. It quotes the agent's own names, which may be of any
 * length.
 */
const ERROR_MAX = 500

/** Parses a frame's text: its value, or the error. */
export function parseFrame(text: string): unknown {
  try {
    return parseJson(text, FRAME_BOUNDS)
  } catch (error) {
    if (error instanceof UnreadableJson) return error
    throw error
  }
}

/** Reads one frame by the contract. */
export function readFrame(value: unknown): ReadResult {
  if (value instanceof UnreadableJson) return { error: `A frame ${value.message}` }
  if (typeof value !== 'object' || value === null) return { error: 'A frame is a JSON object' }
  if ('v' in value && value.v === 1 && 't' in value && typeof value.t === 'string' && !kinds.has(value.t)) {
    return { ignored: true }
  }
  const parsed = agentFrame.safeParse(value)
  if (parsed.success) return { frame: parsed.data }
  const [issue] = parsed.error.issues
  return { error: `${issue?.path.join('.')}: ${issue?.message}`.slice(0, ERROR_MAX) }
}
