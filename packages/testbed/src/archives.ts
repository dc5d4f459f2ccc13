import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

/** One entry of a test's archive, as wrong as the test wants it. */
export type TarEntry = { path: string; content?: string | Buffer; type?: string; link?: string }
/** `claims` is the size that the archive states; `stored` is true for content without compression. */
export type ZipEntry = { path: string; content?: string | Buffer; mode?: number; claims?: number; stored?: boolean }

const BLOCK = 512

/**
 * Header of POSIX ustar. Fields have fixed offsets: name, mode, owner, group, size, time, checksum, type, link, magic.
 */
function tarHeader({ path, type = '0', link = '' }: TarEntry, size: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write(path, 0, 100)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')} `, 124)
  header.write('00000000000 ', 136)
  header.write('        ', 148)
  header.write(type, 156)
  header.write(link, 157, 100)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** A tar archive, written by hand: library writers refuse what the tests need. */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  const parts = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? '')
    const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
    return [tarHeader(entry, content.length), content, padding]
  })
  return Buffer.concat([...parts, Buffer.alloc(BLOCK * 2)])
}

export const tgzOf = (entries: readonly TarEntry[]): Buffer => gzipSync(tarOf(entries))

/** The archive that `npm pack` would make of these files. */
export const npmArchiveOf = (files: Record<string, string | Buffer>): Buffer =>
  tgzOf(Object.entries(files).map(([path, content]) => ({ path: `package/${path}`, content })))

/** Entry of the central directory (PKWARE APPNOTE 4.3.12), made on Unix (3) by version 2.0 (20). */
function centralRecord(
  { path, mode = 0o100644 }: ZipEntry,
  local: Buffer,
  packedSize: number,
  size: number,
  offset: number,
) {
  const name = Buffer.from(path)
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE((3 << 8) | 20, 4)
  local.copy(record, 6, 4, 18)
  record.writeUInt32LE(packedSize, 20)
  record.writeUInt32LE(size, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt32LE((mode << 16) >>> 0, 38)
  record.writeUInt32LE(offset, 42)
  return Buffer.concat([record, name])
}

/** Local file header (PKWARE APPNOTE 4.3.7) with its data. 0x800: the name is UTF-8; 8: deflated. */
function localRecord({ path, content = '', stored }: ZipEntry) {
  const plain = Buffer.from(content)
  const data = stored ? plain : deflateRawSync(plain)
  const name = Buffer.from(path)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(0x800, 6)
  header.writeUInt16LE(stored ? 0 : 8, 8)
  header.writeUInt32LE(crc32(plain), 14)
  header.writeUInt32LE(data.length, 18)
  header.writeUInt32LE(plain.length, 22)
  header.writeUInt16LE(name.length, 26)
  return { header, data, whole: Buffer.concat([header, name, data]), size: plain.length }
}

/** A zip archive. With `overlap`, every entry points to the data of the first one: the trick of the densest bombs. */
export function zipOf(entries: readonly ZipEntry[], { overlap = false } = {}): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  let record: ReturnType<typeof localRecord> | undefined
  for (const entry of entries) {
    const shared = overlap ? record : undefined
    record = shared ?? localRecord(entry)
    const { header, data, whole, size } = record
    centrals.push(centralRecord(entry, header, data.length, entry.claims ?? size, shared ? 0 : offset))
    if (shared) continue
    locals.push(whole)
    offset += whole.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 8)
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
