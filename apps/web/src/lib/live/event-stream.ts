/** One dispatch of an event stream (WHATWG HTML 9.2.6); `data` is empty if only the id moved. */
export type StreamMessage = { id: string | null; data: string }

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      // A CR at the very end may be the first half of CR LF.
      const parts = rest.split(/\r\n|\n|\r(?!$)/)
      rest = parts.pop() ?? ''
      yield* parts
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Reads an event stream to its end. Yields comments as messages without id and data: a sign of life. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  let id: string | null = null
  let data: string[] = []
  for await (const line of lines(body)) {
    if (line === '') {
      yield { id, data: data.join('\n') }
      data = []
      continue
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === '') yield { id: null, data: '' }
    else if (field === 'data') data.push(value)
    else if (field === 'id' && !value.includes('\0')) id = value
  }
}
