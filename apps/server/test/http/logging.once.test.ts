import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { logRequest } from '#server/http/logging.ts'

type Answer = { statusCode: number; elapsedTime: number }

/** The level of the line that an answered request leaves. */
function levelOf(answer: Answer, config: FastifyRequest['routeOptions']['config'] | object = {}): string {
  const levels: string[] = []
  const log = { info: () => levels.push('info'), warn: () => levels.push('warn') }
  logRequest({ log, routeOptions: { config } } as unknown as FastifyRequest, answer as FastifyReply)
  expect(levels).toHaveLength(1)
  return levels.join()
}

test.each([
  [{ statusCode: 200, elapsedTime: 12 }, 'info'],
  [{ statusCode: 404, elapsedTime: 12 }, 'info'],
  [{ statusCode: 500, elapsedTime: 12 }, 'warn'],
  [{ statusCode: 503, elapsedTime: 12 }, 'warn'],
  [{ statusCode: 200, elapsedTime: 1999 }, 'info'],
  [{ statusCode: 200, elapsedTime: 2000 }, 'warn'],
])('an answer of %j is logged with the level %s', (answer, level) => {
  expect(levelOf(answer)).toBe(level)
})

test.each([{ isEndless: true }, { access: 'agent' }, { route: { access: 'agent' } }])(
  'a call that waits on purpose is not logged as slow: %j',
  (config) => {
    expect(levelOf({ statusCode: 200, elapsedTime: 25_000 }, config)).toBe('info')
    expect(levelOf({ statusCode: 500, elapsedTime: 25_000 }, config)).toBe('warn')
  },
)
