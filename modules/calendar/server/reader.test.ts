import { expect, test } from 'vitest'
import { readInThread } from './reader.ts'

const signal = new AbortController().signal
const now = Date.parse('2026-03-25T00:00:00Z')
const window = { now, from: now, to: now + 86_400_000 }
const event = () =>
  'BEGIN:VEVENT\r\nUID:1\r\nSUMMARY:A\r\nDTSTART:20260325T090000Z\r\nDTEND:20260325T100000Z\r\nEND:VEVENT\r\n'
const body = (...events: string[]) =>
  new Uint8Array(Buffer.from(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`))

test('calendars are read in a thread, and an unreadable one does not affect the others', async () => {
  const answers = [
    { slot: 1, isMultistatus: false, body: body(event()) },
    { slot: 2, isMultistatus: false, body: new Uint8Array(Buffer.from('<html>')) },
  ] as const
  const read = await readInThread({ answers: [...answers], ...window }, { ownerKey: 'ada', signal })
  expect(read).toMatchObject([
    { state: 'read', slot: 1, isPartial: false, events: [{ title: 'A', start: now + 9 * 3_600_000 }] },
    { state: 'unreadable', slot: 2 },
  ])
})

test('valid events of a CalDAV calendar are read, and a calendar may be empty', async () => {
  const xml = (...files: (string | Uint8Array)[]) =>
    new Uint8Array(
      Buffer.from(
        `<multistatus>${files.map((file) => `<calendar-data>${Buffer.from(file as string)}</calendar-data>`).join('')}</multistatus>`,
      ),
    )
  const answers = [
    { slot: 1, isMultistatus: true, body: xml('nonsense', body(event())) },
    { slot: 2, isMultistatus: true, body: xml() },
    { slot: 3, isMultistatus: true, body: xml('nonsense') },
  ] as const
  const read = await readInThread({ answers: [...answers], ...window }, { ownerKey: 'ada', signal })
  expect(read).toMatchObject([
    { state: 'read', slot: 1, isPartial: true, events: [{ title: 'A' }] },
    { state: 'read', slot: 2, isPartial: false, events: [] },
    { state: 'unreadable', slot: 3 },
  ])
})

test.each([
  // The slot tells `unruly-thread.ts` which resource to use up.
  ['processor time', 1],
  ['memory', 2],
] as const)('a thread that uses too much %s is terminated', async (_name, slot) => {
  const script = new URL('./testing/unruly-thread.ts', import.meta.url)
  const processorMs = slot === 1 ? 50 : 60_000
  const answers = [{ slot, isMultistatus: false, body: body(event()) }]
  expect(await readInThread({ answers, ...window }, { ownerKey: 'ada', signal, script, processorMs })).toEqual([])
})

test('a reading that is aborted ends at once', async () => {
  const stop = new AbortController()
  const answers = [{ slot: 1, isMultistatus: false, body: body(event()) }] as const
  const reading = readInThread({ answers: [...answers], ...window }, { ownerKey: 'ada', signal: stop.signal })
  stop.abort()
  expect(await reading).toEqual([])
  await expect(readInThread({ answers: [], ...window }, { ownerKey: 'ada', signal: stop.signal })).rejects.toThrow()
})
