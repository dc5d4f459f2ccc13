import { expect, test } from 'vitest'
import { createLogger } from '#server/http/logging.ts'

/** Log lines as a person at a terminal reads them, without the time. */
function read(write: (log: ReturnType<typeof createLogger>) => void): string[] {
  const texts: string[] = []
  write(createLogger('info', { write: (text) => texts.push(text) }))
  return texts.map((text) => text.replace(/^\d\d:\d\d:\d\d /, ''))
}

test('a warning is printed as one sentence in one line', () => {
  expect(read((log) => log.warn({}, 'The disk is almost full'))).toEqual(['Warning: The disk is almost full\n'])
})

test('an error is printed in one line with its job, reason and place', () => {
  const err = new Error('out of\n  paper')
  const [text = '', ...others] = read((log) => log.error({ err, where: 'job', more: 3 }, 'unexpected error'))
  expect(text).toMatch(
    /^Error: unexpected error in job: out of paper \(at .+terminal-log.+\), and 3 more of the kind\n$/,
  )
  expect(others).toEqual([])
})

test('a request is printed in one line with caller, call and outcome, without secrets', () => {
  const req = { method: 'GET', url: '/qr-login/abc?token=x', ip: '10.0.0.7' }
  expect(read((log) => log.warn({ req, status: 503, ms: 2100 }, 'request'))).toEqual([
    'Warning: GET /qr-login/… from 10.0.0.7 was answered with 503 after 2100 ms\n',
  ])
})
