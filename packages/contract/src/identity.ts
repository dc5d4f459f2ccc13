import { z } from 'zod'
import { assertion } from './passkeys.ts'
import { currentPassword } from './users.ts'

/** Confirms who is there: a password, or a passkey that answers `POST /auth/confirm/options`. */
export const identity = z.union([z.object({ credential: assertion }), z.object({ password: currentPassword })])
