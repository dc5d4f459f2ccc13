import { HttpResponse, http, type JsonBodyType } from 'msw'
import { server } from '#web/testing/server.ts'

type Verb = 'get' | 'post' | 'patch' | 'delete'
type ReceivedRequest = { url: URL; body: unknown }

/** An account with only the fields that every server has. */
export const grace = {
  _id: 'u1',
  username: 'grace',
  email: 'grace@example.org',
  name: 'Grace',
  surname: 'Hopper',
  role: 'Admin',
  isActive: true,
  lastLogin: '2026-11-20T09:00:00Z',
  birthday: '1906-12-09',
}

/** An agent of hers with only the required fields. */
export const pump = {
  _id: 'pump-1',
  user: { email: 'GRACE@example.org' },
  status: 'online',
  connectionInfo: { ipAddress: '10.0.0.7' },
}

export const hall = { _id: 'p1', name: 'Hall', slug: 'hall', active: true, order: 0 }

/**
 * A server that is not ours: no success flag, data at the body's root, `message` for errors, and none of our additional
 * calls. Returns the requests it received.
 */
export function otherBackend(
  answers: Record<`${Verb} /${string}`, (request: ReceivedRequest) => JsonBodyType | Response>,
) {
  const requests: ReceivedRequest[] = []
  const handlers = Object.entries(answers).map(([call, answer]) => {
    const [verb, path] = call.split(' ') as [Verb, string]
    return http[verb](`*${path}`, async ({ request }) => {
      const text = await request.text()
      const received = { url: new URL(request.url), body: text === '' ? undefined : JSON.parse(text) }
      requests.push(received)
      const reply = answer(received)
      return reply instanceof Response ? reply : HttpResponse.json(reply)
    })
  })
  server.use(
    ...handlers,
    http.all('*', () => failureAnswer(404, 'No such call here')),
  )
  return requests
}

/** A failure in the format of such a server. */
export const failureAnswer = (status: number, message: string): Response => HttpResponse.json({ message }, { status })

export const emptyAnswer = (): Response => new HttpResponse(null, { status: 204 })
