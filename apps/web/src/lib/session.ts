import type { SignedIn, Tokens } from '@atalaya/contract/auth'
import { parseJson } from '@atalaya/contract/bounded-json'
import type { User } from '@atalaya/contract/users'
import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'
import { noteTemporaryPassword } from '#web/lib/temporary-password.ts'

const ACCESS = 'auth_access_token'
const REFRESH = 'auth_refresh_token'
const USER = 'auth_user'

type StoredSession = Tokens & { user: User | null }

const TEXTS = ['_id', 'username', 'email', 'name', 'surname', 'role'] as const

/** What screens draw at once. Written out: the contract's schema would bring its library to the sign-in page. */
const isUser = (kept: unknown): kept is User =>
  typeof kept === 'object' &&
  kept !== null &&
  TEXTS.every((key) => typeof (kept as Record<string, unknown>)[key] === 'string')

const listeners = createListeners()
let current = readSession()
let left = false

/** Null where the storage holds no account, of another version say, or spoilt: the server tells who it is. */
function parseUser(json: string | null): User | null {
  try {
    const kept = json === null ? null : parseJson(json)
    return isUser(kept) ? kept : null
  } catch {
    return null
  }
}

/** The session as the browser's storage has it now; another tab may have changed it a moment ago. */
export function readSession(): StoredSession | null {
  const accessToken = localStorage.getItem(ACCESS)
  if (!accessToken) return null
  return { accessToken, refreshToken: localStorage.getItem(REFRESH) ?? '', user: parseUser(localStorage.getItem(USER)) }
}

function announce() {
  current = readSession()
  listeners.announce()
}

export function signIn({ tokens, user, mustChangePassword = false }: SignedIn) {
  left = false
  noteTemporaryPassword(mustChangePassword)
  localStorage.setItem(REFRESH, tokens.refreshToken)
  localStorage.setItem(USER, JSON.stringify(user))
  localStorage.setItem(ACCESS, tokens.accessToken)
  announce()
}

export function storeTokens(tokens: Tokens) {
  localStorage.setItem(REFRESH, tokens.refreshToken)
  localStorage.setItem(ACCESS, tokens.accessToken)
  announce()
}

export function storeUser(user: User) {
  const json = JSON.stringify(user)
  if (!current || localStorage.getItem(USER) === json) return
  localStorage.setItem(USER, json)
  announce()
}

/** Removes the three items; the guard then leads to /login. `leave` is a sign-out: nothing to return to. */
export function clearSession({ leave = false } = {}) {
  left = leave
  noteTemporaryPassword(false)
  for (const key of [ACCESS, REFRESH, USER]) localStorage.removeItem(key)
  announce()
}

/** Whether the session ended by the user's own sign-out. */
export function hasLeft(): boolean {
  return left
}

const getSession = () => current

export function useSession(): StoredSession | null {
  return useSyncExternalStore(listeners.subscribe, getSession, getSession)
}

export const isAdmin = (user: Pick<User, 'role'> | null | undefined) => user?.role.toLowerCase() === 'admin'

window.addEventListener('storage', ({ key }) => {
  if (key === null || key === ACCESS || key === REFRESH || key === USER) announce()
})
