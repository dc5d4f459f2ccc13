import { PHOTO_MAX_SIDE } from '@atalaya/contract/module-photos'
import { AppError } from '#server/domain/errors.ts'

/** Markers (ITU-T T.81): the byte `MARKER_PREFIX`, and one of the others. */
const MARKER_PREFIX = 0xff
const START = 0xd8
const END = 0xd9
const SCAN = 0xda
/** Baseline, extended and progressive frames; no browser shows the others. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
/** Tables that pixels are made with: Huffman, quantisation, restart interval. */
const TABLES: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd])
const [APP0, APP14, APP15, COMMENT] = [0xe0, 0xee, 0xef, 0xfe]
/** Kept segments besides the picture, with their length: JFIF without a thumbnail, and Adobe's storage of colours. */
const KEPT: ReadonlyMap<number, { name: string; length: number }> = new Map([
  [APP0, { name: 'JFIF\0', length: 16 }],
  [APP14, { name: 'Adobe', length: 14 }],
])
/** Maximum of scans, since browsers draw the whole picture for each; usual pictures have a dozen. */
const SCANS_MAX = 64
const SEGMENTS_MAX = 1000

type Frame = { width: number; height: number }
type Segment = { marker: number; at: number; content: Buffer; end: number }

/**
 * Makes a JPEG without metadata. Removes EXIF with the place of the photo, XMP, thumbnails, comments, and bytes after
 * the end. Decodes no pixels.
 *
 * @throws AppError bad_request if it is no JPEG, is cut off, or is too large
 */
export function withoutMetadata(bytes: Buffer): Frame & { bytes: Buffer } {
  if (bytes[0] !== MARKER_PREFIX || bytes[1] !== START) throw refusal('This is no JPEG')
  const kept = [bytes.subarray(0, 2)]
  let frame: Frame | null = null
  for (const segment of segmentsOf(bytes)) {
    if (FRAMES.has(segment.marker)) frame = frameOf(segment, frame)
    if (segment.marker === SCAN && !frame) throw damaged()
    if (isKept(segment)) kept.push(bytes.subarray(segment.at, segment.end))
  }
  if (!frame) throw damaged()
  return { ...frame, bytes: Buffer.concat([...kept, Buffer.from([MARKER_PREFIX, END])]) }
}

/** Segments between the start and the end. */
function* segmentsOf(bytes: Buffer): Generator<Segment> {
  let scans = 0
  let at = markerAt(bytes, 2)
  for (let count = 0; bytes[at + 1] !== END; count++) {
    const segment = segmentAt(bytes, at)
    if (segment.marker === SCAN) scans += 1
    if (count >= SEGMENTS_MAX || scans > SCANS_MAX) throw damaged()
    yield segment
    at = markerAt(bytes, segment.end)
  }
  if (scans === 0) throw damaged()
}

/** Position of the next marker, after any number of fill bytes. */
function markerAt(bytes: Buffer, from: number): number {
  if (bytes[from] !== MARKER_PREFIX) throw damaged()
  let at = from
  while (bytes[at + 1] === MARKER_PREFIX) at += 1
  return at
}

/** Segment at a position; a scan includes its pixels. */
function segmentAt(bytes: Buffer, at: number): Segment {
  if (at + 4 > bytes.length) throw damaged()
  const marker = bytes[at + 1] ?? 0
  const length = bytes.readUInt16BE(at + 2)
  const end = at + 2 + length
  if (length < 2 || end > bytes.length) throw damaged()
  return { marker, at, content: bytes.subarray(at + 4, end), end: marker === SCAN ? endOfScan(bytes, end) : end }
}

/**
 * True if a segment belongs to the picture.
 *
 * @throws AppError bad_request for one that no photo has
 */
function isKept({ marker, content }: Segment): boolean {
  if (FRAMES.has(marker) || TABLES.has(marker) || marker === SCAN) return true
  if (marker !== COMMENT && (marker < APP0 || marker > APP15)) throw damaged()
  const kept = KEPT.get(marker)
  return kept !== undefined && content.length + 2 === kept.length && content.toString('latin1').startsWith(kept.name)
}

function frameOf({ content }: Segment, earlierFrame: Frame | null): Frame {
  if (earlierFrame) throw damaged()
  const [precision, components] = [content[0], content[5] ?? 0]
  const isSupported = precision === 8 && [1, 3, 4].includes(components) && content.length === 6 + 3 * components
  if (!isSupported) throw damaged()
  const [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)]
  if (width === 0 || height === 0) throw damaged()
  if (width > PHOTO_MAX_SIDE || height > PHOTO_MAX_SIDE) {
    throw refusal(`A photo has at most ${PHOTO_MAX_SIDE} × ${PHOTO_MAX_SIDE} pixels, this one ${width} × ${height}`)
  }
  return { width, height }
}

/** End of a scan's pixels: the first marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  // Reads byte by byte. In a scan of such bytes only, calls of `indexOf` would take thirty times as long.
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== MARKER_PREFIX) continue
    const next = bytes[at + 1] ?? 0
    const isWithin = next === 0 || next === MARKER_PREFIX || (next >= 0xd0 && next <= 0xd7)
    if (isWithin) continue
    if (at === from) throw damaged()
    return at
  }
  throw damaged()
}

const refusal = (message: string) => new AppError('bad_request', message, { code: 'modules.photo' })
const damaged = () => refusal('This JPEG is damaged or cut off')
