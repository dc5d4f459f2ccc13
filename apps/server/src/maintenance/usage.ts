/** Usage error of a command; the message lists the valid uses. */
export class UsageError extends Error {}
