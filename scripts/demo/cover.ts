import { crc32, deflateSync } from 'node:zlib'

const SIZE = 300

type Colour = readonly [red: number, green: number, blue: number]

const mix = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
]

/** Colour of a point of the picture: a watchtower before the evening sky. x and y from 0 to 1. */
function colourAt(x: number, y: number): Colour {
  const isTower = (Math.abs(x - 0.29) < 0.035 && y > 0.46) || (Math.abs(x - 0.29) < 0.055 && y > 0.42 && y < 0.46)
  if (isTower || y > 0.8 + 0.06 * Math.sin(x * 7)) return [12, 14, 36]
  if (Math.hypot(x - 0.68, y - 0.58) < 0.15) return [255, 217, 160]
  return y < 0.6 ? mix([27, 36, 80], [122, 59, 105], y / 0.6) : mix([122, 59, 105], [242, 166, 90], (y - 0.6) / 0.4)
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** The cover of the sample record, as PNG. */
export function drawCover(): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIZE, 0)
  head.writeUInt32BE(SIZE, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = Array.from({ length: SIZE }, (_row, y) => {
    const pixels = Array.from({ length: SIZE }, (_pixel, x) => colourAt(x / SIZE, y / SIZE).map(Math.round))
    return Buffer.from([0, ...pixels.flat()])
  })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}
