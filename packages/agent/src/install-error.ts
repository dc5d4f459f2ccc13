/** Installation error; the message is one line with the remedy. */
export class InstallError extends Error {}
