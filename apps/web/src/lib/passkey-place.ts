/** An address in place of a name: IPv4 in digits, or IPv6 in brackets. No passkey is made for one. */
export const isByAddress = (): boolean => /^[\d.]+$|^\[/.test(window.location.hostname)

/** Whether this browser knows passkeys as they are asked for here. */
export const knowsPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Whether this browser has passkeys for this page: not for an address, and not over plain http. */
export const hasPasskeys = (): boolean => !isByAddress() && window.isSecureContext && knowsPasskeys()
