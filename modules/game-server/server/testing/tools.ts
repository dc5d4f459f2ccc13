import type { Net, Tools } from '@atalaya/module-sdk/server'

const refuse = () => Promise.reject(new Error('not over HTTP'))

/** Network without checks of addresses: every service of these tests is on this machine. */
export const net: Net = {
  request: refuse,
  json: refuse,
  connect: refuse,
  secure: refuse,
  resolve: async () => '127.0.0.1',
  services: async () => [],
}

export const tools: Tools = {
  signal: new AbortController().signal,
  ownerKey: 'ada',
  net,
  settings: {},
  access: refuse,
  warn: () => undefined,
  keepPicture: () => null,
  framed: (address) => address,
}
