import { displayScreen } from '@atalaya/contract/display-screen'
import { queryOptions } from '@tanstack/react-query'
import { endOf, QR_POLL_MS } from '#web/features/auth/qr-state.ts'
import { call } from '#web/lib/calls/api.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'

const RETRY_MS = 5_000
const RATE_LIMITED_RETRY_MS = 60_000

export const isRateLimited = (error: Error | null): boolean => error instanceof ApiError && error.status === 429

/** A code for this screen. Retried without end, since nobody may be there to retry. */
export const codeQuery = queryOptions({
  queryKey: ['display-code'],
  queryFn: async ({ signal }) => {
    const code = await call(displayScreen.begin, {}, signal)
    return { ...code, endMs: endOf(code, Date.now()) }
  },
  retry: true,
  retryDelay: (_failures, error) => (isRateLimited(error) ? RATE_LIMITED_RETRY_MS : RETRY_MS),
  staleTime: 'static',
  gcTime: 0,
})

/** Status of a code, polled until it is used or ended; failures don't stop it. */
export const codeStatusQuery = ({ code, pollToken }: { code: string; pollToken: string }) =>
  queryOptions({
    queryKey: ['display-code', 'status', code],
    queryFn: ({ signal }) => call(displayScreen.status, { params: { code } }, signal, { 'x-display-poll': pollToken }),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'waiting' ? false : QR_POLL_MS),
    refetchIntervalInBackground: true,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
