import type { SignedIn, Tokens } from '@atalaya/contract/auth'
import type { User } from '@atalaya/contract/users'
import { useSyncExternalStore } from 'react'

const ACCESS = 'auth_access_token'
const REFRESH = 'auth_refresh_token'
const USER = 'auth_user'

type StoredSession = Tokens & { user: User | null }

const listeners = new Set<() => void>()
let current = read()
let left = false

function parseUser(json: string | null): User | null {
  try {
    return json === null ? null : (JSON.parse(json) as User)
  } catch {
    return null
  }
}

function read(): StoredSession | null {
  const accessToken = localStorage.getItem(ACCESS)
  if (!accessToken) return null
  return { accessToken, refreshToken: localStorage.getItem(REFRESH) ?? '', user: parseUser(localStorage.getItem(USER)) }
}

function announce() {
  current = read()
  for (const listener of listeners) listener()
}

/** The session as the browser's storage has it now; another tab may have changed it a moment ago. */
export function readSession(): StoredSession | null {
  return read()
}

/** Tells when the session changes, here or in another tab. Answers how to stop. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function signIn({ tokens, user }: SignedIn) {
  left = false
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
  for (const key of [ACCESS, REFRESH, USER]) localStorage.removeItem(key)
  announce()
}

/** Whether the session ended by the user's own sign-out. */
export function hasLeft(): boolean {
  return left
}

export function useSession(): StoredSession | null {
  return useSyncExternalStore(subscribe, () => current)
}

export const isAdmin = (user: Pick<User, 'role'> | null | undefined) => user?.role.toLowerCase() === 'admin'

window.addEventListener('storage', ({ key }) => {
  if (key === null || key === ACCESS || key === REFRESH || key === USER) announce()
})
