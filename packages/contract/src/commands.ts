import { z } from 'zod'
import { agentsListed } from './agent-listing.ts'
import { pagination, paging } from './agents.ts'
import { capability } from './capability.ts'
import { newCommand } from './new-command.ts'
import { route } from './route.ts'
import { id, idempotencyKey, idParams, instant, json } from './scalars.ts'

/**
 * States of a command (docs/agents.md): `queued → sent → delivered → running → succeeded | failed | timed_out`.
 * `unknown`: the agent came back without knowing the outcome, and the command is never run again.
 */
export const commandStatus = z.enum([
  'queued',
  'sent',
  'delivered',
  'running',
  'cancelling',
  'succeeded',
  'failed',
  'timed_out',
  'expired',
  'cancelled',
  'rejected',
  'unknown',
])
export type CommandStatus = z.infer<typeof commandStatus>

/** Final states: no command leaves them. */
export const FINAL_STATUSES = [
  'succeeded',
  'failed',
  'timed_out',
  'expired',
  'cancelled',
  'rejected',
  'unknown',
] as const satisfies CommandStatus[]

/** Final states that count as failures. `cancelled` is no failure: a person requested it. */
export const FAILURE_STATUSES = [
  'failed',
  'timed_out',
  'rejected',
  'expired',
  'unknown',
] as const satisfies CommandStatus[]

/** Maximum output in bytes of UTF-8; a longer one is cut and marked as `truncated`. */
export const OUTPUT_MAX_BYTES = 16 * 1024

const requester = z.object({ _id: id, username: z.string() })

/** One command for one agent. */
export const command = z.object({
  commandId: id,
  _id: id,
  batchId: id,
  agentId: id,
  agentName: z.string().nullable(),
  command: z.string(),
  args: z.record(z.string(), json),
  status: commandStatus,
  /** Number of deliveries. A command is sent again only if it surely did not arrive, or a second run is harmless. */
  attempt: z.int().min(0),
  requestedBy: requester.nullable(),
  createdAt: instant,
  /** End of the wait: the command expires if no agent has taken it by then. */
  notAfter: instant,
  updatedAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  exitCode: z.int().nullable(),
  output: z.string().nullable(),
  truncated: z.boolean(),
  /** Reason for its status, for people. */
  reason: z.string().nullable(),
})
export type Command = z.infer<typeof command>

/** One step of a command's history. */
export const commandStep = z.object({
  at: instant,
  status: commandStatus,
  attempt: z.int(),
  reason: z.string().nullable(),
})
export type CommandStep = z.infer<typeof commandStep>

const receiver = z.object({ agentId: id, name: z.string().nullable() })
/** Agents that were left out: count by reason. */
const leftOut = z.array(z.object({ reason: z.string(), count: z.int() }))
export type LeftOut = z.infer<typeof leftOut>

/** One batch: the same command for one agent or many. */
export const batch = z.object({
  batchId: id,
  command: z.string(),
  args: z.record(z.string(), json),
  requestedBy: requester.nullable(),
  createdAt: instant,
  total: z.int(),
  /** The agent, if the batch is for a single one. */
  agent: receiver.nullable(),
  /** Agents that were left out and why; only the sender and administrators see it. */
  leftOut,
  /** Number of its commands by status. */
  counts: z.partialRecord(commandStatus, z.int()),
})
export type Batch = z.infer<typeof batch>

/** Batches to list: the caller's, those not finished, or those with a failure within the last day. */
export const activityKind = z.enum(['mine', 'open', 'wrong'])
export type ActivityKind = z.infer<typeof activityKind>
/** Maximum batches on a page: each may have a thousand commands to count. */
const ACTIVITY_PAGE_MAX = 20

/** Maximum seconds that a call waits for commands to end: shorter than proxies wait for an answer. */
export const WAIT_MAX_S = 50
/** Maximum commands of a batch that a call waits for. */
export const WAITED_MAX = 100
const waiting = z.object({
  /** Maximum seconds to wait for the end. The call may return earlier, so look at the status. */
  waitS: z.coerce.number().int().min(0).max(WAIT_MAX_S).default(0),
})

/** Number of agents that a choice covers. */
const reach = z.object({ total: z.int(), online: z.int() })

export const commands = {
  send: route({
    method: 'POST',
    path: '/api/v1/agents/command',
    bodyBytes: 1024 * 1024,
    access: 'user',
    scope: 'commands:send',
    allowsSelector: true,
    sensitive: true,
    summary: 'Send a command to one agent, several, or all that the caller may command',
    query: waiting,
    headers: z.object({ 'idempotency-key': idempotencyKey.optional() }),
    body: newCommand,
    fails: [404, 409],
    data: z.object({
      enqueued: z.int(),
      batchId: id,
      online: z.int(),
      /** Agents that are offline; the command waits for them. */
      queued: z.int(),
      skipped: z.array(z.object({ agentId: id, reason: z.string() })),
      commands: z.array(z.object({ commandId: id, agentId: id })),
      /** Only with `waitS`: the first hundred commands after the wait. A token also needs `commands:read`. */
      waited: z.array(command).optional(),
    }),
  }),
  preview: route({
    method: 'POST',
    path: '/api/v1/agents/command/preview',
    bodyBytes: 1024 * 1024,
    access: 'user',
    scope: 'commands:read',
    allowsSelector: true,
    summary: 'Preview of a command without sending it: the agents that get it, and those that do not offer it',
    body: newCommand,
    fails: [404, 409],
    data: z.object({
      ...reach.shape,
      leftOut,
      /** Agents whose commands are known: how many were looked at, how many lack this one, and the first of those. */
      offers: z.object({ asked: z.int(), refusing: z.int(), first: z.array(receiver) }),
    }),
  }),
  reach: route({
    method: 'GET',
    path: '/api/v1/agents/reach',
    access: 'user',
    scope: 'commands:read',
    allowsSelector: true,
    summary: 'Number of agents that a command to all, to a tag, or to those of a list would reach',
    query: agentsListed,
    data: reach,
  }),
  capabilities: route({
    method: 'GET',
    path: '/api/v1/agents/:id/capabilities',
    access: 'user',
    scope: 'commands:read',
    allowsSelector: true,
    summary: 'Commands that the agent offered when it last connected',
    params: idParams,
    data: z.object({ capabilities: z.array(capability) }),
  }),
  listOfAgent: route({
    method: 'GET',
    path: '/api/v1/agents/:id/commands',
    access: 'user',
    scope: 'commands:read',
    allowsSelector: true,
    summary: "An agent's commands, newest first",
    params: idParams,
    query: paging,
    data: z.object({ commands: z.array(command), pagination }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/commands/:id',
    access: 'user',
    scope: 'commands:read',
    allowsSelector: true,
    summary: 'One command with its history',
    params: idParams,
    query: waiting,
    data: z.object({ command, steps: z.array(commandStep) }),
  }),
  cancel: route({
    method: 'POST',
    path: '/api/v1/commands/:id/cancel',
    access: 'user',
    scope: 'commands:send',
    allowsSelector: true,
    summary: 'Cancel a command that has not ended; a running one gets a cancel',
    params: idParams,
    fails: [409],
    data: z.object({ command }),
  }),
  activity: route({
    method: 'GET',
    path: '/api/v1/batches',
    access: 'user',
    scope: 'commands:read',
    summary: 'Batches of commands, newest first: your own, and others for agents that the caller may see',
    query: paging.extend({
      pageSize: z.coerce.number().int().min(1).max(ACTIVITY_PAGE_MAX).default(10),
      show: activityKind.default('mine'),
    }),
    data: z.object({ batches: z.array(batch), pagination }),
  }),
  batch: route({
    method: 'GET',
    path: '/api/v1/batches/:id',
    access: 'user',
    scope: 'commands:read',
    summary: 'One batch of a command: counts by state, and a page of its commands, failures first',
    params: idParams,
    query: paging.extend({ status: commandStatus.optional() }),
    data: z.object({ batch, commands: z.array(command), pagination }),
  }),
}
