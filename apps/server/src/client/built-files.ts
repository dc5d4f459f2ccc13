import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** A file of the built client and its compressed copies. */
export type BuiltFile = {
  type: string
  /** Bodies by content coding, in the order of preference; `identity` is always there. */
  bodies: [coding: 'br' | 'gzip' | 'identity', body: Buffer][]
  etag: string
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
/** Compressed copies that the build leaves beside a file, if they are smaller. */
const COPIES = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code))

/** Result of a read; null for a missing file. @throws Error if the disk fails. */
const nullIfMissing = <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((error) => {
    if (isMissing(error)) return null
    throw error
  })

/**
 * Files of the built client, cached in memory. Names in `assets` have a hash, so that these files never change. Other
 * files need `readFresh`, so that a newly built client is served.
 */
export function createBuiltFiles(root: string) {
  const cached = new Map<string, { writtenAt: number; file: BuiltFile }>()

  async function read(name: string): Promise<BuiltFile | null> {
    const path = join(root, name)
    const [plain, ...copies] = await Promise.all([
      nullIfMissing(readFile(path)),
      ...COPIES.map(async ([coding, ending]) => ({ coding, body: await nullIfMissing(readFile(path + ending)) })),
    ])
    if (!plain) return null
    const bodies: BuiltFile['bodies'] = copies.flatMap(({ coding, body }) => (body ? [[coding, body] as const] : []))
    const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`
    return { type: TYPES[extname(name)] ?? 'application/octet-stream', etag, bodies: [...bodies, ['identity', plain]] }
  }

  /** Reads the file again if it changed on the disk; null if there is none. */
  async function readFresh(name: string): Promise<BuiltFile | null> {
    const known = cached.get(name)
    const stats = await nullIfMissing(stat(join(root, name)))
    if (!stats?.isFile()) return null
    if (known?.writtenAt === stats.mtimeMs) return known.file
    const file = await read(name)
    if (file) cached.set(name, { writtenAt: stats.mtimeMs, file })
    return file
  }

  return {
    readFresh,
    /** Cached file of this name; undefined before it was read. */
    findCached: (name: string): BuiltFile | undefined => cached.get(name)?.file,
  }
}
export type BuiltFiles = ReturnType<typeof createBuiltFiles>
