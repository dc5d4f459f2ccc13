import { z } from 'zod'
import { agentName, agentTags } from './agent-fields.ts'
import type { JsonBounds } from './bounded-json.ts'
import { capability } from './capability.ts'
import { OUTPUT_MAX_BYTES } from './commands.ts'
import { id, instant, json } from './scalars.ts'
import { dataType, metrics, RECORD_VALUES_MAX, recordTags } from './telemetry.ts'

/** The WebSocket subprotocol; a breaking change gets a new name. docs/agents.md describes it for authors of agents. */
export const SUBPROTOCOL = 'agent.v1'
export const AGENT_WS_PATH = '/api/agent/v1/ws'

/** Largest frame that the server accepts, in bytes. */
export const FRAME_MAX_BYTES = 256 * 1024
/** Bounds of a frame's JSON. Frames in a request have the same; its body is two levels deeper. */
export const FRAME_BOUNDS: JsonBounds = { depth: 30, values: RECORD_VALUES_MAX }
/** Largest frame that the server sends, in bytes. */
export const SERVER_FRAME_MAX_BYTES = 64 * 1024
/** Maximum samples and records in one `data` frame. */
export const ITEMS_MAX = 500

/** Close codes of the agent WebSocket. */
export const closeCode = {
  goingAway: 1001,
  badFrame: 1008,
  badToken: 4001,
  superseded: 4002,
  pending: 4003,
  revoked: 4004,
  heartbeatLost: 4008,
  tooSlow: 4009,
  draining: 4010,
} as const

const frame = <T extends string, D extends z.ZodType>(t: T, d: D) => z.object({ v: z.literal(1), t: z.literal(t), d })

/** `ag_<agentId>_<43 characters of base64url>`. Tokens of earlier versions begin with `at_` and stay valid. */
export const agentToken = z.string().regex(/^(?:ag|at)_[0-9a-f-]{36}_[A-Za-z0-9_-]{43}$/)

/** Text of an agent. NUL becomes U+FFFD: output of programs may have it, and PostgreSQL takes it in no text. */
const text = (max: number) =>
  z
    .string()
    .max(max)
    .overwrite((value) => value.replaceAll('\0', '\ufffd'))

/** First frame of an agent, due within five seconds. Only `version` and `runId` are required. */
export const hello = z.object({
  version: text(40),
  /** Changes whenever the agent starts; sequence numbers belong to it. */
  runId: id,
  os: text(80).default(''),
  arch: text(40).default(''),
  hostname: text(255).default(''),
  /** Changes whenever the machine starts. */
  bootId: text(64).nullish(),
  startedAt: instant.nullish(),
  capabilities: z.array(capability).max(100).default([]),
  /**
   * Commands in the agent's journal whose result the server has not acknowledged. Absent if the agent keeps no journal.
   */
  journal: z.object({ known: z.array(id).max(1000) }).nullish(),
  /** Token of the last `welcome`; it reveals a second program that uses the same identity. */
  resume: text(64).nullish(),
})
export type Hello = z.infer<typeof hello>

/** One sample (`metrics`), one record (`data`), or both, measured at the same instant. */
export const item = z.object({
  /** Rises by at least one with each item of a run. */
  seq: z.int().min(1),
  /** The run that measured it, if not the present one. */
  run: id.optional(),
  at: instant,
  dataType: dataType.default('system'),
  tags: recordTags.optional(),
  metrics: metrics.optional(),
  data: json.optional(),
})
export type Item = z.infer<typeof item>

/** Result of a command on the machine. `unknown`: the agent was killed during the run and can't say. */
export const commandResult = z.object({
  execId: id,
  status: z.enum(['succeeded', 'failed', 'timed_out', 'cancelled', 'rejected', 'unknown']),
  exitCode: z.int().nullish(),
  output: text(OUTPUT_MAX_BYTES).default(''),
  truncated: z.boolean().default(false),
  reason: text(500).nullish(),
  /** Only for an update that `succeeded`: there was nothing newer, so the agent will not restart. */
  unchanged: z.boolean().optional(),
  startedAt: instant.nullish(),
  endedAt: instant.nullish(),
})
export type CommandResult = z.infer<typeof commandResult>

const byExec = z.object({ execId: id })

/** Frames that an agent sends. The server ignores a frame with an unknown `t`. */
export const agentFrame = z.discriminatedUnion('t', [
  frame('hello', hello),
  frame('data', z.union([item, z.array(item).min(1).max(ITEMS_MAX)])),
  frame(
    'state',
    z.object({ status: z.enum(['running', 'degraded', 'updating', 'online']), message: text(500).nullish() }),
  ),
  /** The command is in the agent's journal; `started` means that it runs now. */
  frame('cmd.ack', byExec),
  frame('cmd.started', byExec),
  frame('cmd.result', commandResult),
  /** The agent is about to leave on purpose. */
  frame('bye', z.object({ reason: z.enum(['shutdown', 'restart', 'update', 'uninstall']) })),
])
export type AgentFrame = z.infer<typeof agentFrame>

/** A command on its way to an agent. */
export const commandOrder = z.object({
  execId: id,
  attempt: z.int(),
  name: z.string(),
  args: z.record(z.string(), json),
  notAfter: instant,
  timeoutS: z.int().min(1),
})
export type CommandOrder = z.infer<typeof commandOrder>

/** Frames that the server sends. An agent ignores a frame with an unknown `t`. */
export const serverFrame = z.discriminatedUnion('t', [
  frame(
    'welcome',
    z.object({
      serverTime: instant,
      agent: z.object({ agentId: id, name: agentName.nullable(), tags: agentTags }),
      /** Seconds between the server's pings. */
      pingS: z.number(),
      /** Seconds between reports. */
      reportS: z.number(),
      maxFrame: z.int(),
      resume: z.string(),
    }),
  ),
  /**
   * All items of `run` up to `seq` are committed. `dropped` counts items that came after a later one of their run; they
   * are duplicates or lost.
   */
  frame('data.ack', z.object({ run: id, seq: z.int(), dropped: z.int().optional() })),
  frame('cmd', commandOrder),
  frame('cmd.cancel', byExec),
  /** The result is committed; the agent need not send it again. */
  frame('cmd.result.ack', byExec),
  frame('config', z.object({ reportS: z.number() })),
  /** The server is about to stop: connect again after this many milliseconds. */
  frame('drain', z.object({ reconnectInMs: z.int() })),
  /** The last frame could not be used; the message is for the author of the agent. */
  frame('error', z.object({ message: z.string() })),
])
export type ServerFrame = z.infer<typeof serverFrame>
