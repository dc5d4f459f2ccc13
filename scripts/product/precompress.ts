// Compresses at build time, into `.br` and `.gz` beside each file. Compressing at start-up would take longer than all
// other work of a start.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(html|js|mjs|css|svg|json|webmanifest|txt|map)$/
const encoders = [
  { ending: '.br', encode: promisify(brotliCompress), options: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } } },
  { ending: '.gz', encode: promisify(gzip), options: { level: 9 } },
]

async function compress(file: string) {
  const content = await readFile(file)
  for (const { ending, encode, options } of encoders) {
    const smaller = await encode(content, options)
    if (smaller.length < content.length) await writeFile(file + ending, smaller)
  }
}

/** Writes a brotli and a gzip copy beside every text file below `folder`, if that is smaller. */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name))
  await Promise.all(files.map((entry) => compress(path.join(entry.parentPath, entry.name))))
}
