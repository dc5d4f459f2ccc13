/** A program for some addresses; it continues with another one outside of them. */
export type Entry = { start: (root: HTMLElement, loadEntry: LoadEntry) => unknown }

/** Loads the program of an address. `isSignedIn` defaults to true if a session is stored. */
export type LoadEntry = (address: string, isSignedIn?: boolean) => Promise<Entry>
