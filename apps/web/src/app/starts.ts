/** A part of the client that shows some addresses by itself; it goes on with another where these end. */
export type Entry = { start: (root: HTMLElement, loadEntry: LoadEntry) => unknown }

/** Brings what shows an address to who is signed in or not; without a word on that, as it is now. */
export type LoadEntry = (address: string, isSignedIn?: boolean) => Promise<Entry>
