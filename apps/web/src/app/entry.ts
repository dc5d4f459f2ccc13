import { readSession } from '#web/lib/session.ts'

/** The parts of the client that show some addresses by themselves: the sign-in form and the display do without the rest. */
const entries = {
  display: () => import('#web/app/display.tsx'),
  form: () => import('#web/app/sign-in.tsx'),
  program: () => import('#web/app/program.tsx'),
}

function entryOf(address: string, isSignedIn: boolean): keyof typeof entries {
  const { pathname, search } = new URL(address, window.location.origin)
  if (pathname === '/client') return 'display'
  return pathname === '/login' && search === '' && !isSignedIn ? 'form' : 'program'
}

/** Brings what shows an address to who is signed in or not. */
export const loadEntry = (address: string, isSignedIn = readSession() !== null) =>
  entries[entryOf(address, isSignedIn)]()
