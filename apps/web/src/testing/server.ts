import type { AttentionCounts } from '@atalaya/contract/attention'
import type { InstallationStatus } from '@atalaya/contract/installation'
import type { Data, Input, Route } from '@atalaya/contract/route'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { ApiError, codeOf } from '#web/lib/calls/api-error.ts'

const healthyInstallation: InstallationStatus = {
  startedAt: '2026-11-01T00:00:00Z',
  disk: null,
  lostSecrets: { widgets: [], isMore: false },
}
const noAttention: AttentionCounts = {
  agents: 0,
  offline: 0,
  degraded: 0,
  quarantined: 0,
  pending: 0,
  critical: 0,
  outdated: 0,
  failed: 0,
  waiting: 0,
}
const nothingSent = { batches: [], pagination: { total: 0, current: 1, pages: 1, pageSize: 5 } }
const noAlertCounts = { firing: 0, unacknowledged: 0, worst: null, rules: 0, watching: 0, judged: 0 }
const nothingFires = { incidents: [], pagination: { total: 0, current: 1, pages: 1, pageSize: 20 } }
const silentStream = () => new HttpResponse(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } })

/**
 * Network of a test. The server is reachable, but calls fail unless the test answers them with `answerCall`. The calls
 * that every screen makes have an empty answer.
 */
export const server = setupServer(
  http.get('*/api/v1/events', silentStream),
  http.get('*/api/v1/backups', () => HttpResponse.json({ success: true, data: { schedule: null } })),
  http.get('*/api/v1/installation', () => HttpResponse.json({ success: true, data: healthyInstallation })),
  http.get('*/api/v1/preferences', () => HttpResponse.json({ success: true, data: { preferences: {} } })),
  // A preference that could not be saved is sent again until it is, in later tests too.
  http.patch('*/api/v1/preferences', () => HttpResponse.json({ success: true, data: {} })),
  http.get('*/api/v1/batches', () => HttpResponse.json({ success: true, data: nothingSent })),
  http.get('*/api/v1/attention', () => HttpResponse.json({ success: true, data: noAttention })),
  http.get('*/api/v1/displays', () => HttpResponse.json({ success: true, data: { displays: [] } })),
  http.get('*/api/v1/alerts/counts', () => HttpResponse.json({ success: true, data: noAlertCounts })),
  http.get('*/api/v1/alerts', () => HttpResponse.json({ success: true, data: nothingFires })),
  http.get('*/api/v1/themes', () => HttpResponse.json({ success: true, data: { themes: [] } })),
  http.get('*/api/v1/modules/indexes', () => HttpResponse.json({ success: true, data: { indexes: [] } })),
  http.get('*/healthz', () => HttpResponse.json({ success: true, data: { status: 'ok' } })),
)

const verbs = { GET: http.get, POST: http.post, PATCH: http.patch, DELETE: http.delete }

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text()
  return text === '' ? undefined : JSON.parse(text)
}

/** A repeated name becomes an array, as on the server. */
const queryOf = (params: URLSearchParams) =>
  Object.fromEntries(
    [...params].map(([name, value]) => [name, params.getAll(name).length > 1 ? params.getAll(name) : value]),
  )

async function parseInput<R extends Route>(route: R, request: Request, params: object): Promise<Input<R>> {
  return {
    params: route.params?.parse(params),
    query: route.query?.parse(queryOf(new URL(request.url).searchParams)),
    body: route.body?.parse(await bodyOf(request)),
  } as Input<R>
}

/**
 * Answers a call as the real server would. The route parses both request and answer, so a test's data can't drift from
 * the contract. Throw `ApiError` for a failure. Later handlers win over earlier ones.
 */
export function answerCall<R extends Route>(
  route: R,
  answer: (input: Input<R>, request: Request) => Data<R> | Promise<Data<R>>,
): void {
  const handler: HttpHandler = verbs[route.method](`*${route.path}`, async ({ request, params }) => {
    try {
      const data = await answer(await parseInput(route, request.clone(), params), request)
      return HttpResponse.json({ success: true, data: route.data.parse(data) as object })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const code = codeOf(error) ?? 'test'
      const body = { success: false, error: error.message, message: error.message, code, requestId: 'test' }
      return HttpResponse.json(body, { status: error.status })
    }
  })
  server.use(handler)
}
