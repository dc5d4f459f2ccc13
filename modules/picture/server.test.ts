import { type NetAnswer, type NetRequest, SourceError, type Tools } from '@atalaya/module-sdk/server'
import { expect, test } from 'vitest'
import { png } from './server/testing/pictures.ts'
import { source } from './server.ts'

const MEGABYTE = 1024 * 1024
const url = 'https://camera.test/now.png'

/** Fetches a picture from a server with this answer. */
async function fetchPicture(
  form: object = {},
  { status = 200, body = png(4, 3) }: { status?: number; body?: Buffer } = {},
) {
  const requests: NetRequest[] = []
  async function request(_url: string, options: NetRequest = {}): Promise<NetAnswer> {
    requests.push(options)
    const beginning = body.subarray(0, options.maxBytes)
    return { status, headers: {}, body: beginning, retryAfterMs: 60_000, json: () => null }
  }
  const tools = { net: { request }, keepPicture: (bytes: Buffer) => `${bytes.length} bytes` } as unknown as Tools
  const data = await source.fetch({ url, ...form }, tools, null).catch((error: SourceError) => error)
  return { data, headers: requests[0]?.headers ?? {} }
}

const padded = (length: number) => Buffer.concat([png(4, 3), Buffer.alloc(length - png(4, 3).length)])

test('a picture of up to two megabytes is kept with its dimensions', async () => {
  const { data } = await fetchPicture({}, { body: padded(2 * MEGABYTE) })
  expect(data).toMatchObject({ picture: `${2 * MEGABYTE} bytes`, width: 4, height: 3 })
  expect((await fetchPicture({}, { body: padded(2 * MEGABYTE + 1) })).data).toMatchObject({
    message: 'The picture is larger than 2 MB',
  })
})

test.each([
  [{}, {}],
  [{ user: 'ada' }, { authorization: `Basic ${btoa('ada:')}` }],
  [{ password: 'pass' }, { authorization: `Basic ${btoa(':pass')}` }],
  [{ user: 'ada', password: 'pass' }, { authorization: `Basic ${btoa('ada:pass')}` }],
  [{ header: 'x-key' }, {}],
  [{ header: 'x-key', headerValue: '1' }, { 'x-key': '1' }],
])('with the settings %j the headers %j are sent', async (form, headers) => {
  const { accept, ...sent } = (await fetchPicture(form)).headers
  expect(accept).toContain('image/png')
  expect(sent).toStrictEqual(headers)
})

test.each([
  [401, 'The picture asks for a name and a password, or a key', undefined],
  [403, 'The picture asks for a name and a password, or a key', undefined],
  [404, 'It answered with an error (404)', 60_000],
])('the answer %i is explained in plain words', async (status, message, retryAfterMs) => {
  const { data } = await fetchPicture({}, { status })
  expect(data).toBeInstanceOf(SourceError)
  expect(data).toMatchObject({ message, retryAfterMs })
})

test('a picture is fetched each minute, or at the interval of its form', () => {
  const interval = source.intervalMs as (config: object) => number
  expect([interval({ url }), interval({ url, seconds: 5 })]).toEqual([60_000, 5_000])
})
