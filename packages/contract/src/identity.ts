import { z } from 'zod'
import { assertion } from './passkeys.ts'
import { currentPassword } from './users.ts'

/** By what somebody shows who is there: one of both; the passkey answers `POST /auth/confirm/options`. */
export const identity = z.union([z.object({ credential: assertion }), z.object({ password: currentPassword })])
