import { type NetRequest, SourceError, type Tools } from '@atalaya/module-sdk/server'

type SentRequest = { url: string; headers: Record<string, string> | undefined }

const refuse = () => Promise.reject(new Error('not used here'))

/** Tools of a source with the same answer to every request; `requests` lists them. */
export function toolsAnswering(answer: unknown) {
  const requests: SentRequest[] = []
  const json = async (url: string, { headers }: NetRequest = {}) => {
    requests.push({ url, headers })
    if (answer instanceof SourceError) throw answer
    return answer
  }
  const request = async (url: string, options: NetRequest = {}) => {
    const value = await json(url, options)
    return { status: 200, headers: {}, body: Buffer.alloc(0), retryAfterMs: undefined, json: () => value }
  }
  const net = { json, request, connect: refuse, secure: refuse, resolve: refuse, services: async () => [] }
  const tools: Tools = {
    signal: new AbortController().signal,
    ownerKey: 'ada',
    net,
    settings: {},
    access: refuse,
    warn: () => undefined,
    keepPicture: () => null,
    framed: (address) => address,
  }
  return { tools, requests }
}
