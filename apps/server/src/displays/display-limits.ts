import type { CodeBounds } from '#server/auth/code-admission.ts'
import { DISPLAY_CODE_MS, type Rate } from '#server/limits/limits.ts'

const MINUTE_MS = 60_000

const TOO_MANY_CODES = 'Too many codes for displays from your network; try again in a minute'
const codes = { windowMs: MINUTE_MS, message: TOO_MANY_CODES, code: 'displays.too_many_codes' }
const TOO_MANY_WRONG = 'Too many wrong codes; try again later'
const wrong = { windowMs: 15 * MINUTE_MS, message: TOO_MANY_WRONG, code: 'displays.too_many_wrong' }

/** Limit of new codes; generous to a room full of identical small computers. */
export const newCodes: CodeBounds = {
  ofBrowser: { name: 'display codes', max: 10, ...codes },
  ofStrangers: { name: 'display codes of a network', max: 300, isByAddress: true, ...codes },
  openMax: 20,
  openMs: DISPLAY_CODE_MS,
}

/** Limit of status requests; key: the code. */
export const statusRate: Rate = {
  name: 'display status',
  max: 60,
  windowMs: MINUTE_MS,
  message: 'The status is asked too often',
  code: 'displays.too_many_polls',
}

/** Limit of wrong codes. Short codes have 40 random bits, so guessing finds none of the few open ones. */
export const wrongCodesOfPerson: Rate = { name: 'wrong display codes', max: 30, ...wrong }
export const wrongCodes: Rate = { name: 'wrong display codes of a network', max: 300, isByAddress: true, ...wrong }

export const ordersOfPerson: Rate = {
  name: 'orders to displays',
  max: 120,
  windowMs: MINUTE_MS,
  message: 'Too many orders to displays within a minute; try again in a minute',
  code: 'displays.too_many_orders',
}

/** Minimum time between two messages to an owner that a second screen uses a display's credential. */
export const COPY_REPORT_EVERY_MS = 60 * MINUTE_MS
