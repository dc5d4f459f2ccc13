import type { SignedIn, Tokens } from '@atalaya/contract/auth'
import { parseJson } from '@atalaya/contract/bounded-json'
import type { User } from '@atalaya/contract/users'
import { useSyncExternalStore } from 'react'
import { showFormats } from '#web/lib/formats.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { showColours } from '#web/lib/looks/colours.ts'
import { setFactorMissing } from '#web/lib/session/missing-factor.ts'
import { settleIdentity } from '#web/lib/session/reauth.ts'
import { setPasswordTemporary } from '#web/lib/session/temporary-password.ts'

type StorageKeys = { access: string; refresh: string; user: string }
/** Storage keys of a person's session. */
const PERSON: StorageKeys = { access: 'auth_access_token', refresh: 'auth_refresh_token', user: 'auth_user' }
/** Storage keys of a display: one credential that is never refreshed, and no account. */
const DISPLAY: StorageKeys = { access: 'display_credential', refresh: 'display_refresh', user: 'display_user' }

let storageKeys = PERSON

type StoredSession = Tokens & { user: User | null }

const TEXTS = ['_id', 'username', 'email', 'name', 'surname', 'role'] as const

/**
 * Checks the fields that screens draw. Hand-written: the contract's schema would bring its library to the sign-in page.
 */
const isUser = (stored: unknown): stored is User =>
  typeof stored === 'object' &&
  stored !== null &&
  TEXTS.every((key) => typeof (stored as Record<string, unknown>)[key] === 'string')

const listeners = createListeners()
const endListeners = createListeners()
let current = readSession()
let isSignedOut = false

/** Null if the stored account is missing, corrupt or of another version; then it is read from the server. */
function parseUser(json: string | null): User | null {
  try {
    const stored = json === null ? null : parseJson(json)
    return isUser(stored) ? stored : null
  } catch {
    return null
  }
}

/** Session as stored now; another tab may have changed it a moment ago. */
export function readSession(): StoredSession | null {
  const { access, refresh, user } = storageKeys
  const accessToken = localStorage.getItem(access)
  if (!accessToken) return null
  return { accessToken, refreshToken: localStorage.getItem(refresh) ?? '', user: parseUser(localStorage.getItem(user)) }
}

/** Calls the listener when the session of an account ends, in this tab or another; returns the unsubscribe function. */
export const onSessionEnd = endListeners.subscribe

/** Forgets all that was shown for the account, before the next one is. */
function forgetAccount() {
  setPasswordTemporary(false)
  setFactorMissing(false)
  showColours()
  showFormats()
  settleIdentity(false)
  endListeners.notify()
}

/** True if both are of one account; a stored account may have been unreadable until now. */
const isSameAccount = (before: StoredSession, now: StoredSession) =>
  before.user?._id === now.user?._id || (before.user === null && before.accessToken === now.accessToken)

function updateSession() {
  const before = current
  current = readSession()
  if (current) isSignedOut = false
  if (before && !(current && isSameAccount(before, current))) forgetAccount()
  listeners.notify()
}

/** Switches this tab to the display's session; a person signed in in the same browser stays apart. */
export function switchToDisplaySession() {
  storageKeys = DISPLAY
  current = readSession()
  listeners.notify()
}

export function signIn({ tokens, user, mustChangePassword = false, mustSetUpFactor = false }: SignedIn) {
  // Other tabs get an event for each item: none may see this account with the token of the one before.
  if (readSession()?.user?._id !== user._id) localStorage.removeItem(storageKeys.access)
  localStorage.setItem(storageKeys.refresh, tokens.refreshToken)
  localStorage.setItem(storageKeys.user, JSON.stringify(user))
  localStorage.setItem(storageKeys.access, tokens.accessToken)
  updateSession()
  setPasswordTemporary(mustChangePassword)
  setFactorMissing(mustSetUpFactor)
}

export function storeTokens(tokens: Tokens) {
  localStorage.setItem(storageKeys.refresh, tokens.refreshToken)
  localStorage.setItem(storageKeys.access, tokens.accessToken)
  updateSession()
}

export function storeUser(user: User) {
  const json = JSON.stringify(user)
  const session = readSession()
  // A late answer may be about the account before this one.
  if (!session || (session.user && session.user._id !== user._id)) return
  if (localStorage.getItem(storageKeys.user) === json) return
  localStorage.setItem(storageKeys.user, json)
  updateSession()
}

/** Removes the three stored items; the guard then leads to /login. `leave` is a sign-out: no page to return to. */
export function clearSession({ leave = false } = {}) {
  isSignedOut = leave
  for (const key of Object.values(storageKeys)) localStorage.removeItem(key)
  current = null
  forgetAccount()
  listeners.notify()
}

/** Ends the session after a refusal. A late refusal changes nothing: a sign-out must stay a sign-out. */
export function loseSession() {
  if (current ?? readSession()) clearSession()
}

/** True if the session ended by the user's own sign-out. */
export function hasSignedOut(): boolean {
  return isSignedOut
}

const getSession = () => current

export function useSession(): StoredSession | null {
  return useSyncExternalStore(listeners.subscribe, getSession, getSession)
}

export const isAdmin = (user: Pick<User, 'role'> | null | undefined) => user?.role.toLowerCase() === 'admin'

window.addEventListener('storage', ({ key }) => {
  if (key === null || Object.values(storageKeys).includes(key)) updateSession()
})
