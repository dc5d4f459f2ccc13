import { IncomingMessage } from 'node:http'

/** If a body has more pieces than this, they must have at least `SMALL_BYTES` on average. */
const PIECES_MAX = 1000
const SMALL_BYTES = 32

/**
 * Ends the connection of a request with a body in thousands of tiny pieces. Each piece costs a turn of the parser. Two
 * hundred thousand fit into one read, before anything of the body is checked.
 */
export class PieceLimitedRequest extends IncomingMessage {
  #pieces = 0
  #bytes = 0

  override push(piece: Buffer | null): boolean {
    if (piece === null) return super.push(piece)
    this.#pieces += 1
    this.#bytes += piece.length
    if (this.#pieces <= PIECES_MAX || this.#bytes >= this.#pieces * SMALL_BYTES) return super.push(piece)
    this.socket.destroy()
    return false
  }
}
