import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseIndex } from '@atalaya/contract/module-index'
import { isByPublisher, openIndex } from '@atalaya/module-package/index-file'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { runCli } from 'atalaya-module/cli'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

let folder: string
let output: string[]
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-index-'))
  output = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
  onTestFinished(() => {
    log.mockRestore()
    rmSync(folder, { recursive: true })
  })
})

const run = (...args: string[]) =>
  runCli(args, {
    program: 'atalaya-module',
    workshop: folder,
    place: 'standalone',
    folders: [],
    workshopPage: () => '',
  })
const at = (name: string) => path.join(folder, name)
const put = (name: string, content: Buffer | string) => writeFileSync(at(name), content)

/** Makes a key. Returns its public half from the output. */
async function newKey(name: string): Promise<string> {
  expect(await run('key', at(name))).toBe(0)
  return /Public key: (.*)/.exec(output.at(-1) ?? '')?.[1] ?? ''
}

function readIndex() {
  const { key, body } = openIndex(readFileSync(at('modules.index')))
  return { key, index: parseIndex(body.toString()) }
}

test('the command index makes a signed index of the archives in a folder, with an increasing serial number', async () => {
  const key = await newKey('my.key')
  put('clock-1.0.0.tgz', clockArchive())
  const weather = { requests: { now: { url: 'https://api.example.org/now' } }, minimumVersion: '0.1.0' }
  put('clock-1.10.0.tgz', clockArchive({ version: '1.10.0', name: 'New clock', ...weather }))
  expect(await run('index', folder, '--key', at('my.key'), '--name', 'Ours')).toBe(0)
  const { key: signedBy, index } = readIndex()
  expect(signedBy).toBe(key)
  expect(index).toMatchObject({ name: 'Ours', serial: 1, kills: [] })
  const [clock] = index.modules
  expect(clock).toMatchObject({ id: 'clock', name: 'New clock' })
  const permissions = { origins: ['https://api.example.org'], agents: false, storage: false }
  expect(clock?.versions).toMatchObject([
    { version: '1.10.0', url: 'clock-1.10.0.tgz', minimumVersion: '0.1.0', permissions: permissions, publisher: key },
    { version: '1.0.0', size: clockArchive().length },
  ])
  expect(clock?.versions.every((version) => isByPublisher({ id: 'clock', ...version }))).toBe(true)

  put('kills.json', JSON.stringify([{ id: 'clock', versions: ['1.0.0'], reason: 'It runs late.' }]))
  expect(await run('index', folder, '--key', at('my.key'))).toBe(0)
  expect(readIndex().index).toMatchObject({
    name: 'Ours',
    serial: 2,
    kills: [{ id: 'clock', versions: ['1.0.0'], reason: 'It runs late.' }],
  })
})

test('the command index accepts packages signed by others, and warns when the key of the index changes', async () => {
  const theirs = await newKey('theirs.key')
  const ours = await newKey('ours.key')
  put('clock.tgz', clockArchive())
  await run('sign', at('clock.tgz'), '--key', at('theirs.key'))
  await run('index', folder, '--key', at('ours.key'), '--name', 'Ours')
  expect(readIndex()).toMatchObject({ key: ours, index: { modules: [{ versions: [{ publisher: theirs }] }] } })

  await newKey('next.key')
  await run('index', folder, '--key', at('next.key'))
  expect(output.at(-1)).toContain('another key than before')

  put('clock.tgz', clockArchive({ name: 'Changed after it was signed' }))
  await expect(run('index', folder, '--key', at('ours.key'))).rejects.toThrow('no signature of clock.tgz')
})

test('the command index refuses content that a server would refuse, and keeps the existing index', async () => {
  await newKey('my.key')
  put('clock.tgz', clockArchive())
  await expect(run('index', folder, '--key', at('my.key'))).rejects.toThrow('--name')
  await run('index', folder, '--key', at('my.key'), '--name', 'Ours')
  const before = readFileSync(at('modules.index'))
  const again = () => run('index', folder, '--key', at('my.key'))

  put('same.tgz', clockArchive({ name: 'Another clock' }))
  await expect(again()).rejects.toThrow('names a version twice')
  rmSync(at('same.tgz'))
  put('kills.json', '[{"id":"clock"}]')
  await expect(again()).rejects.toThrow('kills.0.versions')
  put('kills.json', '[]')
  put('broken.tgz', 'no archive')
  await expect(again()).rejects.toThrow('The archive is damaged')
  rmSync(at('broken.tgz'))
  await expect(run('index', folder, '--key', at('clock.tgz'))).rejects.toThrow('is no private key')
  expect(readFileSync(at('modules.index'))).toEqual(before)
  await expect(run('key', at('my.key'))).rejects.toThrow('exists already')
})
