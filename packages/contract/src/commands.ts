import { z } from 'zod'
import { agentsListed } from './agent-listing.ts'
import { pagination, paging } from './agents.ts'
import { capability } from './capability.ts'
import { newCommand } from './new-command.ts'
import { route } from './route.ts'
import { id, idempotencyKey, idParams, instant, json } from './scalars.ts'

/**
 * States of a command (docs/agents.md): `queued → sent → delivered → running → succeeded | failed | timed_out`.
 * `unknown` is honest: the agent came back without knowing what became of it, and it is never run again.
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

/** States that no command leaves. */
export const FINAL_STATUSES = [
  'succeeded',
  'failed',
  'timed_out',
  'expired',
  'cancelled',
  'rejected',
  'unknown',
] as const satisfies CommandStatus[]

/** Final states that somebody should look at; `cancelled` was wanted. */
export const WRONG_STATUSES = [
  'failed',
  'timed_out',
  'rejected',
  'expired',
  'unknown',
] as const satisfies CommandStatus[]

/** Output is cut at this many bytes of UTF-8; `truncated` says so. */
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
  /** How often it was sent; a second time only where the first surely did not arrive, or running twice is harmless. */
  attempt: z.int().min(0),
  requestedBy: requester.nullable(),
  createdAt: instant,
  /** It expires unless an agent has taken it until then. */
  notAfter: instant,
  updatedAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  exitCode: z.int().nullable(),
  output: z.string().nullable(),
  truncated: z.boolean(),
  /** Why it is where it is, for people. */
  reason: z.string().nullable(),
})
export type Command = z.infer<typeof command>

/** One step in the life of a command; together they are its history. */
export const commandStep = z.object({
  at: instant,
  status: commandStatus,
  attempt: z.int(),
  reason: z.string().nullable(),
})
export type CommandStep = z.infer<typeof commandStep>

const receiver = z.object({ agentId: id, name: z.string().nullable() })
/** Who is not sent a command: how many, for which reason. */
const leftOut = z.array(z.object({ reason: z.string(), count: z.int() }))
export type LeftOut = z.infer<typeof leftOut>

/** One sending of a command, to one agent or many. */
export const batch = z.object({
  batchId: id,
  command: z.string(),
  args: z.record(z.string(), json),
  requestedBy: requester.nullable(),
  createdAt: instant,
  total: z.int(),
  /** The agent that it is for where that is only one. */
  agent: receiver.nullable(),
  /** Who was not sent it and why, told to whoever sent it and to administrators. */
  leftOut,
  /** How many of its commands are in each state. */
  counts: z.partialRecord(commandStatus, z.int()),
})
export type Batch = z.infer<typeof batch>

/** Which sendings: those of the caller, those that go on, or those of which something went wrong within the last day. */
export const activityKind = z.enum(['mine', 'open', 'wrong'])
export type ActivityKind = z.infer<typeof activityKind>
/** The most sendings on a page: each may have a thousand commands to count. */
const ACTIVITY_PAGE_MAX = 20

/** Longest that a call waits for the end of commands, in seconds: shorter than proxies wait for an answer. */
export const WAIT_MAX_S = 50
/** Most commands of a sending that a call waits for. */
export const WAITED_MAX = 100
const waiting = z.object({
  /** Answer when the command has ended, or after so many seconds; look at its status, for a call may be ended before. */
  waitS: z.coerce.number().int().min(0).max(WAIT_MAX_S).default(0),
})

/** How many agents a choice reaches. */
const reach = z.object({ total: z.int(), online: z.int() })

export const commands = {
  send: route({
    method: 'POST',
    path: '/api/v1/agents/command',
    bodyBytes: 1024 * 1024,
    access: 'user',
    scope: 'commands:send',
    takesSelector: true,
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
      /** Not online: it waits for them. */
      queued: z.int(),
      skipped: z.array(z.object({ agentId: id, reason: z.string() })),
      commands: z.array(z.object({ commandId: id, agentId: id })),
      /** With `waitS`: how the commands stand after it, the first hundred; a token needs `commands:read`, too. */
      waited: z.array(command).optional(),
    }),
  }),
  preview: route({
    method: 'POST',
    path: '/api/v1/agents/command/preview',
    bodyBytes: 1024 * 1024,
    access: 'user',
    scope: 'commands:read',
    takesSelector: true,
    summary: 'What sending this would do, without sending it: whom it reaches, and who does not offer it',
    body: newCommand,
    fails: [404, 409],
    data: z.object({
      ...reach.shape,
      leftOut,
      /** Of the first agents that said what they offer: how many were asked, and which of them do not offer it. */
      offers: z.object({ asked: z.int(), refusing: z.int(), first: z.array(receiver) }),
    }),
  }),
  reach: route({
    method: 'GET',
    path: '/api/v1/agents/reach',
    access: 'user',
    scope: 'commands:read',
    takesSelector: true,
    summary: 'How many agents a command to all, to a tag, or to those that a list shows would reach',
    query: agentsListed,
    data: reach,
  }),
  capabilities: route({
    method: 'GET',
    path: '/api/v1/agents/:id/capabilities',
    access: 'user',
    scope: 'commands:read',
    takesSelector: true,
    summary: 'What the agent can be told to do, as it said when it last connected',
    params: idParams,
    data: z.object({ capabilities: z.array(capability) }),
  }),
  listOfAgent: route({
    method: 'GET',
    path: '/api/v1/agents/:id/commands',
    access: 'user',
    scope: 'commands:read',
    takesSelector: true,
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
    takesSelector: true,
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
    takesSelector: true,
    summary: 'Cancel a command that has not ended; one that runs is told to stop',
    params: idParams,
    fails: [409],
    data: z.object({ command }),
  }),
  activity: route({
    method: 'GET',
    path: '/api/v1/batches',
    access: 'user',
    scope: 'commands:read',
    summary: "Sendings of commands, newest first; others than one's own as far as they are for agents that one sees",
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
    summary: 'One sending of a command: how many are in which state, and a page of them, what went wrong first',
    params: idParams,
    query: paging.extend({ status: commandStatus.optional() }),
    data: z.object({ batch, commands: z.array(command), pagination }),
  }),
}
