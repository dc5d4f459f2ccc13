import { moduleSources } from '@atalaya/contract/module-sources'
import type { Signal } from '@atalaya/module-sdk/host'
import type { QueryClient } from '@tanstack/react-query'
import { watchQuery } from '#web/components/widget/while-shown.ts'
import { call } from '#web/lib/calls/api.ts'

const KEEP_FOR_MS = 60_000

/** A picture named in a widget's data. The content behind a key never changes. */
export function watchPicture(
  client: QueryClient,
  suspended: Signal<boolean>,
  { widgetId, key }: { widgetId: string; key: string },
): Signal<string | null> {
  const options = {
    queryKey: ['widget-picture', key],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call(moduleSources.picture, { params: { widgetId, key } }, signal)).picture,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEEP_FOR_MS,
  }
  return watchQuery<string, string | null>(client, suspended, options, ({ data }) => data ?? null)
}
