import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { explainStartError } from '#server/operations/start-error.ts'

/** Message at the terminal about a refused setting. */
function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    return explainStartError(error)
  }
  throw new Error('The setting was taken')
}

test.each([
  ['PORT', 'abc', 'must be a whole number from 0 to 65535'],
  ['PORT', '1.5', 'must be a whole number from 0 to 65535'],
  ['PORT', '99999', 'must be a whole number from 0 to 65535'],
  ['BACKUP_EVERY_HOURS', '0', 'must be a whole number from 1 to 8760'],
  ['BACKUP_KEEP', 'all', 'must be a whole number from 1 to 1000'],
  ['RETENTION_DAYS', 'x', 'must be a whole number from 1 to 3650'],
  ['DISK_LOW_MB', 'abc', 'must be a number of MB'],
  ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace or silent'],
  ['REGISTRATION', 'no', 'must be open or closed'],
  ['SERVE_CLIENT', 'yes', 'must be true or false'],
  ['METRICS_TOKEN', 'short', 'must have at least 16 characters'],
  ['SECRET_KEY', 'short', 'must have at least 32 characters'],
  ['NOTICE', 'x'.repeat(201), 'must have at most 200 characters'],
  ['NOTICE', 'x'.repeat(2001), 'must have at most 200 characters'],
  ['SPOTIFY_CLIENT_ID', 'x'.repeat(101), 'must have at most 100 characters'],
  ['LANDING_URL', `https://example.org/${'x'.repeat(2000)}`, 'must have at most 2000 characters'],
  ['TRUST_PROXY', '10.0.0.1, foo', 'must be addresses or ranges like 10.0.0.0/8, not foo'],
  ['ALLOW_PRIVATE_HOSTS', 'foo', 'must be addresses or ranges like 192.168.1.0/24, not foo'],
  ['PUBLIC_URL', 'foo', 'must be an address like https://atalaya.example.org'],
])('%s=%.9s is refused with the allowed values', (name, value, must) => {
  expect(refusal({ [name]: value })).toBe(`Setting ${name}: ${must}`)
})

test('an unexpected error is printed as one line with the place where it was thrown', () => {
  expect(explainStartError(new TypeError('no such\nthing'))).toMatch(
    /^no such thing \(at .*settings\.once\.test\.ts.*\)$/,
  )
})
