import { agents } from '@atalaya/contract/agents'
import { type ActivityKind, type CommandStatus, commands } from '@atalaya/contract/commands'
import type { Args } from '@atalaya/contract/route'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { agentKeys } from '#web/features/agents/agent-query-keys.ts'
import { isFinal, isOver } from '#web/features/agents/commands/command-status.ts'
import { call } from '#web/lib/calls/api.ts'
import { ApiError, withDefault } from '#web/lib/calls/api-error.ts'

const RETRIES = 2
const PAGE_SIZE = 50
/** Polling interval, in case a live event was lost. */
const POLL_EVERY_MS = 5_000

/** Systems and versions to filter agents by. */
export const facetsQuery = queryOptions({
  queryKey: [...agentKeys.all, 'facets'],
  queryFn: ({ signal }) => call(agents.facets, {}, signal),
})

export const activityQuery = (show: ActivityKind, page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...agentKeys.activity, show, page, pageSize],
    queryFn: ({ signal }) => call(commands.activity, { query: { show, page, pageSize } }, signal),
  })

/** Page of a batch's commands; of one state only, if `status` is set. */
export type BatchPart = { page: number; status: CommandStatus | undefined }

/** One batch, polled until its last command has ended. */
export const batchQuery = (id: string, part: BatchPart) =>
  queryOptions({
    queryKey: [...agentKeys.batch(id), part],
    queryFn: ({ signal }) => call(commands.batch, { params: { id }, query: { ...part, pageSize: PAGE_SIZE } }, signal),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.batch) ? false : POLL_EVERY_MS),
  })

export const agentCommandsQuery = (id: string, page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...agentKeys.commands(id), page, pageSize],
    queryFn: ({ signal }) => call(commands.listOfAgent, { params: { id }, query: { page, pageSize } }, signal),
    refetchInterval: ({ state }) =>
      state.data?.commands.every(({ status }) => isFinal(status)) === false ? POLL_EVERY_MS : false,
  })

export const capabilitiesQuery = (id: string) =>
  queryOptions({
    queryKey: ['agents', 'capabilities', id],
    queryFn: ({ signal }) => call(commands.capabilities, { params: { id } }, signal),
  })

/** Dry run of a batch, never cached. */
export const previewQuery = (body: CommandInput) =>
  queryOptions({
    queryKey: [...agentKeys.reachedCount, 'preview', body],
    queryFn: ({ signal }) => call(commands.preview, { body: asBody(body) }, signal),
    retry: false,
    gcTime: 0,
  })

// Sent unchecked: the server validates the args and explains its refusal.
const asBody = (body: CommandInput) => body as Args<typeof commands.send>['body']

/** Command from the form: its args may be any JSON, or a text that is no JSON. */
export type CommandInput = Omit<Args<typeof commands.send>['body'], 'args'> & { args?: unknown }

export const sendCommand = mutationOptions({
  mutationFn: ({ body, key }: { body: CommandInput; key: string }) => {
    const request = call(commands.send, { body: asBody(body), query: {} }, undefined, { 'idempotency-key': key })
    return withDefault(request, 'No se pudo enviar el comando')
  },
  // Safe to retry: the idempotency key prevents a second batch if only the answer was lost.
  retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.status === 0,
  meta: {
    success: 'Command sent',
    error: 'Failed to send command',
    refresh: ['agent-commands'],
  },
})

export const cancelCommand = mutationOptions({
  mutationFn: (id: string) => call(commands.cancel, { params: { id } }),
  meta: { error: 'Failed to cancel command', refresh: ['agent-commands'] },
})
