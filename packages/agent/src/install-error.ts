/** Can't be installed; the message is one line that says what to do. */
export class InstallError extends Error {}
