/** A mutant that makes no difference, with a sentence on why. */
type Accepted = { file: string; from: string; to: string; because: string }

export const accepted: Accepted[] = [
  {
    file: 'sessions/sessions.ts',
    from: 'didLive',
    to: 'true',
    because: 'A session that had ended before has no stream that hears of it.',
  },
  {
    file: 'sessions/sessions.ts',
    from: 'await repos.tokens.insertRefresh(hashToken(tokens.refreshToken), sessionId, idleEnd)',
    to: 'repos.tokens.insertRefresh(hashToken(tokens.refreshToken), sessionId, idleEnd)',
    because: 'The statements of a transaction go to the database in order, and the commit comes after them.',
  },
  {
    file: 'sessions/rotation.ts',
    from: 'token.consumedAt === null || token.successorHash === null || token.successorSealed === null',
    to: 'false',
    because: 'The three are written together, before anybody gets here; that they are there is said for the types.',
  },
  {
    file: 'sessions/rotation.ts',
    from: 'token.consumedAt === null || token.successorHash === null || token.successorSealed === null',
    to: 'token.consumedAt === null || token.successorHash === null',
    because: 'The three are written together, before anybody gets here; that they are there is said for the types.',
  },
  {
    file: 'auth/qr-release.ts',
    from: 'releasedAt === null || releasedSealed === null',
    to: 'releasedSealed === null',
    because: 'Both are written in one transaction; that they are there is said for the types.',
  },
  {
    file: 'auth/sign-in.ts',
    from: 'secret && known',
    to: 'known',
    because: 'Only an account knows a device; that there is one is said for the types.',
  },
  {
    file: 'auth/housekeeping.ts',
    from: 'await repos.tokens.removeExpired(now())',
    to: 'repos.tokens.removeExpired(now())',
    because: 'What is swept does not depend on what was swept before it, and the hourly job goes on either way.',
  },
  {
    file: 'auth/registration.ts',
    from: 'await users.publish(user)',
    to: 'users.publish(user)',
    because: 'The answer comes a moment before the live event, which may be late anyway.',
  },
]
