import { expect, test } from 'vitest'
import { readEventStream, type StreamMessage } from '#web/lib/live/event-stream.ts'

async function read(...chunks: string[]): Promise<StreamMessage[]> {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk))
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of bytes) controller.enqueue(chunk)
      controller.close()
    },
  })
  const messages: StreamMessage[] = []
  for await (const message of readEventStream(body)) messages.push(message)
  return messages
}

test.each<[string, string[], StreamMessage[]]>([
  ['one event', ['id: 7\ndata: {"a":1}\n\n'], [{ id: '7', data: '{"a":1}' }]],
  ['an id alone', ['id: 7\n\n'], [{ id: '7', data: '' }]],
  ['data of several lines', ['data: a\ndata:b\n\n'], [{ id: null, data: 'a\nb' }]],
  [
    'the id is kept until another one arrives',
    ['id: 1\ndata: a\n\ndata: b\n\n'],
    [
      { id: '1', data: 'a' },
      { id: '1', data: 'b' },
    ],
  ],
  ['an event cut anywhere', ['id', ': 7\nda', 'ta: x\n', '\n'], [{ id: '7', data: 'x' }]],
  ['CR LF cut in the middle', ['data: x\r', '\n\r', '\n'], [{ id: null, data: 'x' }]],
  [
    'a comment counts as activity',
    [': still here\n\n'],
    [
      { id: null, data: '' },
      { id: null, data: '' },
    ],
  ],
  ['an unfinished event is dropped', ['data: x\n'], []],
  ['unknown fields are skipped', ['retry: 10\nfoo\ndata: x\n\n'], [{ id: null, data: 'x' }]],
])('the stream is read: %s', async (_name, chunks, messages) => {
  expect(await read(...chunks)).toEqual(messages)
})
