import type { Entry, LoadEntry } from '#web/app/entry-types.ts'
import { readSession } from '#web/lib/session/session.ts'

/** Programs of their own for some addresses: the sign-in form and the displays don't load the rest. */
const entries = {
  displayOfPerson: () => import('#web/app/display.tsx'),
  displayOfScreen: () => import('#web/app/display-screen.tsx'),
  form: () => import('#web/app/sign-in.tsx'),
  program: () => import('#web/app/program.tsx'),
} satisfies Record<string, () => Promise<Entry>>

function entryNameOf(address: string, isSignedIn: boolean): keyof typeof entries {
  const { pathname, search } = new URL(address, window.location.origin)
  if (pathname === '/client') return 'displayOfPerson'
  if (pathname === '/display') return 'displayOfScreen'
  return pathname === '/login' && search === '' && !isSignedIn ? 'form' : 'program'
}

export const loadEntry: LoadEntry = (address, isSignedIn = readSession() !== null) =>
  entries[entryNameOf(address, isSignedIn)]()
