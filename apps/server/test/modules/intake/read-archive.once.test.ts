import { gzipSync } from 'node:zlib'
import { faultOfPath } from '@atalaya/module-package/package-files'
import { npmArchiveOf, tarOf, tgzOf, zipOf } from '@atalaya/testbed/archives'
import { describe, expect, test } from 'vitest'
import { readArchive } from '#server/modules/intake/read-archive.ts'

const MB = 1024 * 1024
const contents = async (bytes: Buffer) =>
  Object.fromEntries([...(await readArchive(bytes))].map(([path, content]) => [path, content.toString()]))
const file = { path: 'package/module.json', content: '{}' }

describe('an archive is read', () => {
  test('as npm pack makes it, without its top folder', async () => {
    const folder = { path: 'package/', type: '5' }
    expect(await contents(tgzOf([folder, file, { path: 'package/dist/index.js', content: 'x' }]))).toEqual({
      'module.json': '{}',
      'dist/index.js': 'x',
    })
  })

  test('as a zip, with or without a top folder', async () => {
    const files = [
      { path: 'module.json', content: '{}' },
      { path: 'a/b.js', content: 'b', stored: true },
    ]
    expect(await contents(zipOf(files))).toEqual({ 'module.json': '{}', 'a/b.js': 'b' })
    const nested = files.map(({ path, ...rest }) => ({ path: `clock/${path}`, ...rest }))
    expect(await contents(zipOf([{ path: 'clock/', mode: 0o040755 }, ...nested]))).toEqual({
      'module.json': '{}',
      'a/b.js': 'b',
    })
  })

  test('with long names, in the extended headers of tar', async () => {
    const name = `package/${'long-'.repeat(30)}.js`
    const record = ` path=${name}\n`
    const length = record.length + String(record.length + 3).length
    const extended = { path: 'PaxHeader', type: 'x', content: `${length}${record}` }
    const files = await contents(tgzOf([file, extended, { path: 'package/short.js', content: 'x' }]))
    expect(Object.keys(files)).toEqual(['module.json', name.slice('package/'.length)])
  })
})

const links = [
  ['a symbolic link', tgzOf([file, { path: 'package/a', type: '2', link: '/etc/passwd' }]), /a link or a special file/],
  [
    'a hard link',
    tgzOf([file, { path: 'package/a', type: '1', link: '../../etc/passwd' }]),
    /a link or a special file/,
  ],
  ['a device', tgzOf([file, { path: 'package/a', type: '3' }]), /a link or a special file/],
  ['a pipe', tgzOf([file, { path: 'package/a', type: '6' }]), /a link or a special file/],
  ['an unknown kind of entry', tgzOf([file, { path: 'package/a', type: 'M' }]), /a link or a special file/],
  ['a symbolic link (zip)', zipOf([{ path: 'a', content: '/etc', mode: 0o120777 }]), /a link or a special file/],
] as const

const paths = [
  ['a path that leaves the folder', tgzOf([file, { path: '../evil.js' }]), /must not leave the package/],
  [
    'a path that leaves the folder later',
    tgzOf([file, { path: 'package/a/../../../evil.js' }]),
    /must not leave the package/,
  ],
  ['a path with backslashes', tgzOf([file, { path: 'package\\..\\..\\evil.js' }]), /must not leave the package/],
  ['an absolute path', tgzOf([file, { path: '/etc/cron.d/evil' }]), /must not be absolute/],
  ['a drive', tgzOf([file, { path: 'C:/evil.js' }]), /must not be absolute/],
  ['a hidden file', tgzOf([file, { path: 'package/.npmrc' }]), /plain names/],
  ['a path that leaves the folder (zip)', zipOf([{ path: '../evil.js' }]), /damaged: invalid relative path/],
  ['an absolute path (zip)', zipOf([{ path: '/evil.js' }]), /damaged: absolute path/],
  ['backslashes (zip)', zipOf([{ path: 'a\\..\\evil.js' }]), /damaged: invalid characters/],
  ['the same path twice', tgzOf([file, file]), /package\/module\.json twice/],
  ['paths that differ in case only', zipOf([{ path: 'a.js' }, { path: 'A.js' }]), /A\.js twice/],
] as const

const zeros = Buffer.alloc(5 * MB)
const sizes = [
  ['more than 5 MiB', Buffer.alloc(5 * MB + 1), /larger than 5 MiB/],
  ['a large file', npmArchiveOf({ 'a.js': Buffer.alloc(5 * MB + 1) }), /a\.js is larger than 5 MiB/],
  ['more than 20 MiB in total', npmArchiveOf({ a: zeros, b: zeros, c: zeros, d: zeros, e: 'x' }), /more than 20 MiB/],
  ['a large file (zip)', zipOf([{ path: 'a.js', content: Buffer.alloc(5 * MB + 1) }]), /larger than 5 MiB/],
  [
    'a bomb of 10 GiB whose entries share their data',
    zipOf(
      Array.from({ length: 500 }, (_, n) => ({ path: `${n}.bin`, content: n === 0 ? Buffer.alloc(20 * MB) : '' })),
      { overlap: true },
    ),
    /larger than 5 MiB/,
  ],
  [
    'a bomb of small entries',
    zipOf(
      Array.from({ length: 400 }, (_, n) => ({ path: `${n}.bin`, content: n === 0 ? zeros : '' })),
      { overlap: true },
    ),
    /more than 20 MiB/,
  ],
  ['an entry larger than it claims', zipOf([{ path: 'a', content: zeros, claims: 10 }]), /damaged: too many bytes/],
] as const

const many = Array.from({ length: 100_000 }, (_, n) => ({ path: `${n}`, stored: true }))
const counts = [
  ['100,000 files', tgzOf(many), /more than 20 MiB/],
  ['40,000 files', tgzOf(many.slice(0, 40_000)), /more than 500 files/],
  ['50,000 files (zip)', zipOf(many.slice(0, 50_000)), /more than 500 files/],
  ['501 files', tgzOf(many.slice(0, 501)), /more than 500 files/],
  ['1,001 folders (zip)', zipOf(many.slice(0, 1001).map(({ path }) => ({ path: `${path}/` }))), /more than 500 files/],
] as const

const damaged = [
  ['no content', Buffer.alloc(0), /neither a \.tgz nor a \.zip/],
  ['another file format', Buffer.from('#!/bin/sh'), /neither a \.tgz nor a \.zip/],
  ['half a tgz', npmArchiveOf({ 'a.js': 'x'.repeat(999) }).subarray(0, 60), /damaged/],
  ['half a zip', zipOf([{ path: 'a' }]).subarray(0, 20), /damaged/],
  ['a gzip without a tar', gzipSync('x'.repeat(2000)), /damaged/],
  ['a truncated tar', gzipSync(tarOf([{ path: 'a', content: 'x'.repeat(5000) }]).subarray(0, 1024)), /damaged/],
] as const

describe('G5 an archive is refused for', () => {
  test.each([...links, ...paths, ...sizes, ...counts, ...damaged])('%s', async (_what, bytes, message) => {
    await expect(readArchive(bytes)).rejects.toThrow(message)
  })
})

/** Peak memory of this process. */
const peakMb = () => process.resourceUsage().maxRSS / 1024

test('G5 a gzip bomb stops at the limit', async () => {
  const member = gzipSync(Buffer.alloc(100 * MB), { level: 9 })
  // A gzip file may have several members: 4 GiB out of 4 MiB.
  const bomb = Buffer.concat(Array.from({ length: 40 }, () => member))
  const before = peakMb()
  await expect(readArchive(bomb)).rejects.toThrow(/more than 20 MiB/)
  expect(peakMb() - before).toBeLessThan(300)
})

test.each(['a\0b', 'a b/ c', 'a./b', ' a', 'ä.js', 'a//b', './a', 'a/.', 'NUL:', 'x'.repeat(201)])(
  '%j is not accepted as a path',
  (path) => {
    expect(faultOfPath(path)).not.toBeNull()
  },
)
