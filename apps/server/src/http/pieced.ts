import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import { writerOf } from './schemas.ts'

type Write<D> = (data: D) => string
/** Items as JSON: all at once, or a few at a time if they are too many to hold. */
type Pieces = string[] | AsyncIterable<string[]>

/**
 * Answer with a list of items that are JSON already. `data` is the rest of the answer, with an empty list under `key`.
 * No field before it may hold an empty list of the same name.
 */
export class PiecedAnswer<D> {
  readonly #data: D
  readonly #key: keyof D & string
  readonly #pieces: Pieces

  constructor(data: D, key: keyof D & string, pieces: Pieces) {
    this.#data = data
    this.#key = key
    this.#pieces = pieces
  }

  /** Sends the answer, or 304 if the client has it already. A stream can't be compared before it begins. */
  send(write: Write<D>, request: FastifyRequest, reply: FastifyReply): string | Readable | FastifyReply {
    const [before, after] = this.#around(write)
    if (!Array.isArray(this.#pieces))
      return Readable.from(joinPieces(before, this.#pieces, after), { highWaterMark: 1 })
    const text = `${before}${this.#pieces.join()}${after}`
    const etag = `"${hash('sha1', text, 'base64url')}"`
    reply.header('etag', etag)
    return request.headers['if-none-match']?.includes(etag) ? reply.code(304).send() : text
  }

  #around(write: Write<D>): [before: string, after: string] {
    const empty = write(this.#data)
    const listStart = empty.indexOf('[', empty.indexOf(`"${this.#key}":[]`)) + 1
    return [empty.slice(0, listStart), empty.slice(listStart)]
  }
}

/** Items as their schema has them, a few at a time. */
export async function* serializeItems<T>(schema: z.ZodType<T>, lists: AsyncIterable<T[]>): AsyncGenerator<string[]> {
  const write = writerOf(schema)
  for await (const items of lists) {
    await waitForFreeTurn()
    yield items.map((item) => write(item))
  }
}

/** Yields nothing before the first pieces are there, so that their failure is answered as an error. */
async function* joinPieces(before: string, pieces: AsyncIterable<string[]>, after: string): AsyncGenerator<string> {
  let separator = before
  for await (const items of pieces) {
    if (items.length === 0) continue
    yield `${separator}${items.join()}`
    separator = ','
  }
  yield separator === before ? `${before}${after}` : after
}
