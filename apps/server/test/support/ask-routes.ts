import { mountedRoutes } from './mounted-routes.ts'
import type { TestApp } from './test-app.ts'

/** Answer of a route to a request without any input. */
type Answer = { status: number; code: string | undefined }

/** Calls every route with a token. Returns the answers by `METHOD /path`. */
export async function askRoutes(
  { app }: Pick<TestApp, 'app'>,
  address: string,
  token?: string,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  for (const route of mountedRoutes(app)) answers.set(route, await ask(address, route, token))
  return answers
}

async function ask(address: string, route: string, token?: string): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ')
  const response = await fetch(`${address}${path.replace(/:\w+/g, 'x')}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(method !== 'GET' && { body: '{}' }),
  })
  if (!response.ok) {
    const { code } = (await response.json().catch(() => ({}))) as { code?: string }
    return { status: response.status, code }
  }
  // The body may be an endless stream.
  await response.body?.cancel()
  return { status: response.status, code: undefined }
}
