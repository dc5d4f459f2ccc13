import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { notify } from '#web/lib/notify.ts'
import { isFactorMissing } from '#web/lib/session/missing-factor.ts'
import { onSessionEnd } from '#web/lib/session/session.ts'
import { hasTemporaryPassword } from '#web/lib/session/temporary-password.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `error` is what failed, shown above the server's reason. `error: false` leaves the failure to the form. */
    mutationMeta: { success?: string; error?: string | false; refresh?: QueryKey }
    /** Shown in a toast if the data can't be loaded; absent if the screen shows the error itself. */
    queryMeta: { error?: string }
  }
}

const STALE_AFTER_MS = 30_000
const MAX_RETRIES = 2

/** A 4xx is final; only a server that is away or failing is retried. */
export const isRefusal = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500
export const shouldRetry = (failures: number, error: Error): boolean => failures < MAX_RETRIES && !isRefusal(error)

/** Shows a failure and logs it. */
function report(error: Error, text: string) {
  // In these states the server refuses everything, and the screen says why.
  if (hasTemporaryPassword() || isFactorMissing()) return
  // biome-ignore lint/suspicious/noConsole: failures go to the log; a browser's is its console.
  console.error(error)
  void notify('error', text, { description: error.message })
}

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_AFTER_MS, retry: shouldRetry },
    },
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta?.error) report(error, meta.error)
      },
    }),
    mutationCache: new MutationCache({
      // The message comes last: the form is at rest and the list is current when somebody reads it.
      onSuccess: async (_data, _variables, _result, { meta }) => {
        if (meta?.refresh) await client.invalidateQueries({ queryKey: meta.refresh })
        if (meta?.success) void notify('success', meta.success)
      },
      onError: (error, _variables, _result, { meta }) => {
        if (meta?.error !== false) report(error, meta?.error ?? error.message)
      },
    }),
  })
  // No component observes a widget's stored value, and a display shows it however long the server is away.
  client.setQueryDefaults(['widget-storage'], { gcTime: Number.POSITIVE_INFINITY })
  // Answers to one account are not for the next one.
  onSessionEnd(() => client.clear())
  return client
}

export const queryClient = createQueryClient()
