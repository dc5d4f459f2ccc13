import { randomBytes } from 'node:crypto'
import { RECOVERY_CODES } from '@atalaya/contract/second-factor'
import { normalizeCode, typedCode } from '#server/secrets/typed-codes.ts'
import { hashToken } from '#server/sessions/tokens.ts'

/** Letters of a code, of five bits each. */
const LENGTH = 16

/** Ten codes of 80 bits, as `7K2M-0QXR-V4TC-9HDE`: too many to try, even with their hashes. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => typedCode(randomBytes(LENGTH)))

/** Hash of a code, the same for each way of typing it. */
export const hashRecoveryCode = (userId: string, code: string): string => hashToken(`${userId} ${normalizeCode(code)}`)
