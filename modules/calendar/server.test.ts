import { SourceError, type Tools } from '@atalaya/module-sdk/server'
import { expect, test } from 'vitest'
import { source } from './server.ts'

const HOUR_MS = 3_600_000

const ics = (...titles: string[]) => {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().replace(/[-:]|\.\d+/g, '')
  const events = titles.map(
    (title, n) =>
      `BEGIN:VEVENT\r\nUID:${title}\r\nSUMMARY:${title}\r\nDTSTART:${at(n + 1)}\r\nDTEND:${at(n + 2)}\r\nEND:VEVENT\r\n`,
  )
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//EN\r\n${events.join('')}END:VCALENDAR\r\n`
}

/** Reads the calendars at these addresses; one without a text does not answer. */
function read(texts: Record<string, string | null>, previous: Parameters<typeof source.fetch>[2]) {
  const request = async (url: string) => {
    const text = texts[new URL(url).hostname]
    if (text == null) throw new SourceError('The calendar does not answer')
    return { status: 200, headers: {}, body: Buffer.from(text) }
  }
  const tools = { net: { request }, ownerKey: 'ada', signal: new AbortController().signal } as unknown as Tools
  return source.fetch({ address1: 'https://home.test', address2: 'https://work.test' }, tools, previous)
}

test('a calendar that fails keeps its earlier events, and the others get their new ones', async () => {
  const before = await read({ 'home.test': ics('Dentist', 'Dinner'), 'work.test': ics('Meeting') }, null)
  const { calendars, events } = await read({ 'home.test': ics('Dinner'), 'work.test': null }, before)
  expect(events.map(({ slot, title }) => `${slot} ${title}`).toSorted()).toEqual(['1 Dinner', '2 Meeting'])
  expect(calendars.map(({ error }) => error)).toEqual([null, 'The calendar does not answer'])
})
