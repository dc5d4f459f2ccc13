/** Bytes of one WebSocket frame as they came, and its text if it is a text frame. The first is the HTTP opening. */
export type WsFrame = { bytes: Buffer; text: string | null }

const TEXT = 1
const MASK_BYTES = 4
const END_OF_OPENING = '\r\n\r\n'

type Header = { isText: boolean; isMasked: boolean; headerBytes: number; payloadBytes: number }

/** Splits one direction of a WebSocket connection (RFC 6455, 5.2) into frames. */
export function createFrameReader() {
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  let isOpen = false

  function take(length: number): Buffer {
    const bytes = rest.subarray(0, length)
    rest = rest.subarray(length)
    return bytes
  }

  function opening(): WsFrame | null {
    const end = rest.indexOf(END_OF_OPENING)
    if (end < 0) return null
    isOpen = true
    return { bytes: take(end + END_OF_OPENING.length), text: null }
  }

  function next(): WsFrame | null {
    if (!isOpen) return opening()
    const header = readHeader(rest)
    if (!header || rest.length < header.headerBytes + header.payloadBytes) return null
    const bytes = take(header.headerBytes + header.payloadBytes)
    return { bytes, text: header.isText ? textOf(bytes, header) : null }
  }

  /** The frames that these bytes complete. */
  return (chunk: Buffer): WsFrame[] => {
    rest = Buffer.concat([rest, chunk])
    const frames: WsFrame[] = []
    for (let frame = next(); frame; frame = next()) frames.push(frame)
    return frames
  }
}

function readHeader(bytes: Buffer): Header | null {
  const [first = 0, second = 0] = bytes
  const short = second & 0x7f
  const lengthBytes = { 126: 2, 127: 8 }[short] ?? 0
  const isMasked = (second & 0x80) !== 0
  const headerBytes = 2 + lengthBytes + (isMasked ? MASK_BYTES : 0)
  if (bytes.length < headerBytes) return null
  // No message here needs more than six bytes for its length.
  const long = lengthBytes === 2 ? bytes.readUInt16BE(2) : lengthBytes === 8 ? bytes.readUIntBE(4, 6) : short
  return { isText: (first & 0x0f) === TEXT, isMasked, headerBytes, payloadBytes: long }
}

function textOf(bytes: Buffer, { isMasked, headerBytes }: Header): string {
  const payload = Buffer.from(bytes.subarray(headerBytes))
  const mask = bytes.subarray(headerBytes - MASK_BYTES, headerBytes)
  if (isMasked) for (let n = 0; n < payload.length; n++) payload[n] = (payload[n] ?? 0) ^ (mask[n % MASK_BYTES] ?? 0)
  return payload.toString()
}
