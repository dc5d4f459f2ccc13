/** A program for some addresses; it continues with another one outside of them. */
export type Entry = { start: (root: HTMLElement, loadEntry: LoadEntry) => unknown }

/** Loads the program of an address, for a person who is signed in or not; by default as now. */
export type LoadEntry = (address: string, isSignedIn?: boolean) => Promise<Entry>
