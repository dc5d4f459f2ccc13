// Stubs of the browser objects that the client's code reads on import, so that Node can load it. The account is a
// placeholder: the layout keeps the space for a name and shows none.
const nobody = { _id: '', username: '\u00a0', email: '\u00a0', name: '', surname: '', role: 'admin' }
const storedItems: Record<string, string> = { auth_access_token: '-', auth_user: JSON.stringify(nobody) }
const emitter = { addEventListener: () => undefined, removeEventListener: () => undefined }

Object.assign(globalThis, {
  localStorage: { getItem: (key: string) => storedItems[key] ?? null },
  document: { ...emitter, cookie: '', querySelector: () => null },
  window: { ...emitter, matchMedia: () => ({ ...emitter, matches: false }), location: { origin: '', hostname: '' } },
})
