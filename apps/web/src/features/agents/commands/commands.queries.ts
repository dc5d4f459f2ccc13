import { agents } from '@atalaya/contract/agents'
import { type ActivityKind, type CommandStatus, commands } from '@atalaya/contract/commands'
import type { Args } from '@atalaya/contract/route'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { agentKeys } from '#web/features/agents/agent-keys.ts'
import { isFinal, isOver } from '#web/features/agents/commands/command-status.ts'
import { call } from '#web/lib/api.ts'
import { ApiError, withDefault } from '#web/lib/api-error.ts'

const RETRIES = 2
const SHOWN = 50
/** Live events tell of every step; this is for the step that none told of. */
const CHECK_MS = 5_000

/** What sending without a destination, or to a tag, would reach now. */
export const reachQuery = (query: Args<typeof commands.reach>['query']) =>
  queryOptions({
    queryKey: [...agentKeys.reach, query],
    queryFn: ({ signal }) => call(commands.reach, { query }, signal),
    staleTime: 0,
  })

/** Which systems and versions there are to list agents by. */
export const facetsQuery = queryOptions({
  queryKey: [...agentKeys.all, 'facets'],
  queryFn: ({ signal }) => call(agents.facets, {}, signal),
})

export const tagsQuery = queryOptions({
  queryKey: [...agentKeys.all, 'tags'],
  queryFn: ({ signal }) => call(agents.tags, {}, signal).then(({ tags }) => tags),
})

/** Sendings, a page of them. */
export const activityQuery = (show: ActivityKind, page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...agentKeys.activity, show, page, pageSize],
    queryFn: ({ signal }) => call(commands.activity, { query: { show, page, pageSize } }, signal),
  })

export type BatchPart = { page: number; status: CommandStatus | undefined }

/** One sending, followed until the last of its commands has ended. */
export const batchQuery = (id: string, part: BatchPart) =>
  queryOptions({
    queryKey: [...agentKeys.batch(id), part],
    queryFn: ({ signal }) => call(commands.batch, { params: { id }, query: { ...part, pageSize: SHOWN } }, signal),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.batch) ? false : CHECK_MS),
  })

export const agentCommandsQuery = (id: string, page: number, pageSize: number) =>
  queryOptions({
    queryKey: [...agentKeys.commands(id), page, pageSize],
    queryFn: ({ signal }) => call(commands.listOfAgent, { params: { id }, query: { page, pageSize } }, signal),
    refetchInterval: ({ state }) =>
      state.data?.commands.every(({ status }) => isFinal(status)) === false ? CHECK_MS : false,
  })

export const capabilitiesQuery = (id: string) =>
  queryOptions({
    queryKey: ['agents', 'capabilities', id],
    queryFn: ({ signal }) => call(commands.capabilities, { params: { id } }, signal),
  })

/** What sending this would do, asked each time anew. */
export const previewQuery = (body: TypedCommand) =>
  queryOptions({
    queryKey: [...agentKeys.reach, 'preview', body],
    queryFn: ({ signal }) => call(commands.preview, { body: asTyped(body) }, signal),
    retry: false,
    gcTime: 0,
  })

// Args that are no JSON go to the server as they were typed; it says what it does not take.
const asTyped = (body: TypedCommand) => body as Args<typeof commands.send>['body']

export type TypedCommand = Omit<Args<typeof commands.send>['body'], 'args'> & { args?: unknown }

export const sendCommand = mutationOptions({
  mutationFn: ({ body, key }: { body: TypedCommand; key: string }) => {
    const sent = call(commands.send, { body: asTyped(body), query: {} }, undefined, { 'idempotency-key': key })
    return withDefault(sent, 'No se pudo enviar el comando')
  },
  // With its key it can't be done twice; whether the first try got through, nobody knows where no answer came.
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
