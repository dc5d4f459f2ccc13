import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `error` is what failed, told above the server's reason. `error: false` leaves a failure to the form that shows it. */
    mutationMeta: { success?: string; error?: string | false; refresh?: QueryKey }
  }
}

const STALE_MS = 30_000
const MAX_RETRIES = 2

/** A refusal stays a refusal; only a server that is away or failing is asked again. */
function shouldRetry(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return failures < MAX_RETRIES && !refused
}

async function notify(kind: 'success' | 'error', text: string, description?: string) {
  // Loaded when first needed: the sign-in page has no use for it.
  const { toast } = await import('sonner')
  toast[kind](text, { description: description === text ? undefined : description })
}

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_MS, retry: shouldRetry },
    },
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, { meta }) => {
        if (meta?.success) void notify('success', meta.success)
        return meta?.refresh && client.invalidateQueries({ queryKey: meta.refresh })
      },
      onError: (error, _variables, _result, { meta }) => {
        if (meta?.error !== false) void notify('error', meta?.error ?? error.message, error.message)
      },
    }),
  })
  return client
}

export const queryClient = createQueryClient()
