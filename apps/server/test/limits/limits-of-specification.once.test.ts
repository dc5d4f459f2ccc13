import { expect, test } from 'vitest'
import * as limits from '#server/limits/limits.ts'

const MINUTE = 60_000
const DAY = 86_400_000

test('times and counts match the specification', () => {
  const { rates, guesses, auditDownloads: _auditDownloads, ...single } = limits
  expect(single).toEqual({
    CLOCK_SKEW_MAX_MS: MINUTE,
    ACCESS_TOKEN_MS: 600_000,
    REFRESH_IDLE_MS: 7 * DAY,
    SESSION_MS: 30 * DAY,
    SESSIONS_MAX: 50,
    REFRESH_GRACE_MS: 30_000,
    CONFIRMED_MS: 10 * MINUTE,
    KNOWN_DEVICE_MS: 365 * DAY,
    KNOWN_DEVICES_MAX: 50,
    DEVICE_ACCOUNTS_MAX: 5,
    OIDC_START_MS: 10 * MINUTE,
    DISPLAY_MS: 400 * DAY,
    DISPLAY_CODE_MS: 10 * MINUTE,
    DISPLAY_GRACE_MS: MINUTE,
    FACTOR_TICKET_MS: 5 * MINUTE,
    FACTOR_TRIES: 5,
    PASSKEY_CHALLENGE_MS: 30 * MINUTE,
    QR_CODE_MS: 120_000,
    QR_GRACE_MS: 30_000,
    QR_TRIES: 5,
    QR_OPEN_MAX: 5,
    IPV6_SITE_MULTIPLIER: 8,
    METRIC_SETS_PER_AGENT: 20,
    METRIC_SETS_PER_ACCOUNT: 500,
  })
  expect(guesses).toEqual({
    free: 10,
    firstWaitMs: 30_000,
    longestWaitMs: 900_000,
    max: 100,
    forgottenAfterMs: DAY,
  })
})

test('the audit log can be downloaded ten times a minute', () => {
  expect(limits.auditDownloads).toMatchObject({ max: 10, windowMs: MINUTE })
})

test('each rate limit has the expected number, window and key', () => {
  const printed = Object.entries(limits.rates as Record<string, limits.Rate>).map(
    ([name, { max, windowMs, isByAddress }]) => [
      name,
      `${max} in ${windowMs / MINUTE} min${isByAddress ? ' by address' : ''}`,
    ],
  )
  expect(Object.fromEntries(printed)).toEqual({
    registrations: '20 in 1 min by address',
    wrongSetupCodes: '10 in 15 min by address',
    failedSignIns: '300 in 15 min by address',
    signIns: '300 in 15 min by address',
    signInsOfAccount: '120 in 15 min',
    refusedRefreshes: '100 in 1 min by address',
    qrCodes: '10 in 1 min',
    qrCodesOfStrangers: '300 in 1 min by address',
    oidcStarts: '120 in 15 min by address',
    passkeyChallenges: '120 in 1 min by address',
    qrStatus: '60 in 1 min',
  })
})
