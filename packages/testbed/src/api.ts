import type { Args, Data, Route } from '@atalaya/contract/route'

type CallInput = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/** Makes calls of the contract with a bearer token, as a script outside of the browser would. */
export function apiOf(url: string, token: string | null, more: Record<string, string> = {}) {
  return async function call<R extends Route>(route: R, args: Args<R>): Promise<Data<R>> {
    const { params = {}, query = {}, body } = args as CallInput
    const filled = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
    const response = await fetch(`${url}${filled}?${new URLSearchParams(query)}`, {
      method: route.method,
      headers: {
        ...more,
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${route.method} ${filled} answered ${response.status}: ${text}`)
    return (JSON.parse(text) as { data: Data<R> }).data
  }
}
