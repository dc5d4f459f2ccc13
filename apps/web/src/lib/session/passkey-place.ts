/**
 * True if the page was opened by an address instead of a name: IPv4 digits, or IPv6 in brackets. Passkeys can't be made
 * for one.
 */
export const isByAddress = (): boolean => /^[\d.]+$|^\[/.test(window.location.hostname)

/** True if this browser supports the passkey API that we use. */
export const knowsPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** True if passkeys work in this tab: not for an address, and not on plain HTTP. */
export const hasPasskeys = (): boolean => !isByAddress() && window.isSecureContext && knowsPasskeys()
