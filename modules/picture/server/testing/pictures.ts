/** Headers of pictures with their size, as each format writes it, without any pixels. */

const hex = (digits: string) => Buffer.from(digits, 'hex')

function inBytes(value: number, bytes: number): Buffer {
  const digits = Buffer.alloc(bytes)
  digits.writeUIntBE(value, 0, bytes)
  return digits
}

export const png = (width: number, height: number): Buffer =>
  Buffer.concat([hex('89504e470d0a1a0a0000000d49484452'), inBytes(width, 4), inBytes(height, 4), hex('0806000000')])

export const jpeg = (width: number, height: number): Buffer =>
  Buffer.concat([
    hex('ffd8ffe000104a46494600010100000100010000ffc0001108'),
    ...[inBytes(height, 2), inBytes(width, 2), hex('03012200021101031101ffd9')],
  ])

export function webp(width: number, height: number): Buffer {
  const size = (value: number) => inBytes(value - 1, 3).reverse()
  return Buffer.concat([hex('524946461600000057454250565038580a00000000000000'), size(width), size(height)])
}

export const gif = (width: number, height: number): Buffer =>
  Buffer.concat([hex('474946383961'), inBytes(width, 2).reverse(), inBytes(height, 2).reverse(), hex('000000')])

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
)
