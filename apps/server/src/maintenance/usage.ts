/** A command that was called in a way it does not know; the message says which ways there are. */
export class UsageError extends Error {}
