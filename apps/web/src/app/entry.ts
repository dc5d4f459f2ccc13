import { readSession } from '#web/lib/session.ts'

/** A part of the client that shows some addresses by itself. */
type Entry = { start: (root: HTMLElement) => unknown }

/** Brings what shows an address to who is signed in or not: the sign-in form and the display do without the program. */
export function loadEntry(address: string, isSignedIn = readSession() !== null): Promise<Entry> {
  const { pathname, search } = new URL(address, window.location.origin)
  if (pathname === '/client') return import('#web/app/display.tsx')
  if (pathname === '/login' && search === '' && !isSignedIn) return import('#web/app/sign-in.tsx')
  return import('#web/app/program.tsx')
}
