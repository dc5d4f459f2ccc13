import { createHash, type KeyObject } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseJson } from '@atalaya/contract/bounded-json'
import { type IndexVersion, type ModuleIndex, parseIndex } from '@atalaya/contract/module-index'
import { ARCHIVE_MAX } from '@atalaya/contract/module-packages'
import { type Manifest, permissionsOf } from '@atalaya/contract/modules'
import { isByPublisher, keyText, openIndex, signIndex, signPackage } from '@atalaya/module-package/index-file'
import { checkPackage } from '@atalaya/module-package/module-package'
import { readTar } from '@atalaya/module-package/read-tar'
import { byVersion } from '@atalaya/module-package/version-order'
import type { readKey } from './signing-key.ts'

/** The index in its folder, and the list of versions to stop. */
const INDEX = 'modules.index'
const KILLS = 'kills.json'
const FORMAT = 'atalaya-index-1'

type Keys = ReturnType<typeof readKey>
type Options = { keys: Keys; name: string | undefined; now: number }
type ListedVersion = { manifest: Manifest; version: IndexVersion }

/**
 * Writes `modules.index` of all packages (`.tgz`) in a folder, signed, with the next serial number. Versions named in
 * `kills.json` will stop wherever they run.
 * @throws IndexError, PackageError, ManifestError or Error; their messages are for people
 */
export async function indexFolder(folder: string, { keys, name, now }: Options) {
  const file = path.join(folder, INDEX)
  const before = existsSync(file) ? readIndex(file) : null
  const archives = readdirSync(folder)
    .filter((entry) => entry.endsWith('.tgz'))
    .sort()
  const listed: ListedVersion[] = []
  for (const archive of archives) listed.push(await listArchive(folder, archive, keys.privateKey))
  const content = {
    format: FORMAT,
    name: name ?? before?.index.name,
    serial: (before?.index.serial ?? 0) + 1,
    madeAt: new Date(now).toISOString(),
    modules: modulesOf(listed),
    kills: existsSync(path.join(folder, KILLS)) ? parseJson(readFileSync(path.join(folder, KILLS), 'utf8')) : [],
  }
  if (content.name === undefined) throw new Error('The first index needs a name: --name "My modules"')
  const body = Buffer.from(JSON.stringify(content))
  const index = parseIndex(body.toString())
  writeFileSync(`${file}.new`, signIndex(body, keys.privateKey))
  renameSync(`${file}.new`, file)
  const key = keyText(keys.publicKey)
  return { file, index, key, isOtherKey: before !== null && before.key !== key }
}

function readIndex(file: string): { key: string; index: ModuleIndex } {
  const { key, body } = openIndex(readFileSync(file))
  return { key, index: parseIndex(body.toString()) }
}

/** Signs a package for somebody else's index; the signature lies beside it, where `indexFolder` finds it. */
export async function signArchive(file: string, { privateKey, publicKey }: Keys): Promise<string> {
  const { manifest, sha256 } = await readArchive(file)
  const signature = signPackage({ id: manifest.id, version: manifest.version, sha256 }, privateKey)
  writeFileSync(`${file}.sig`, `${keyText(publicKey)} ${signature}\n`)
  return `${file}.sig`
}

async function readArchive(file: string) {
  const bytes = readFileSync(file)
  if (bytes.length > ARCHIVE_MAX) throw new Error(`${file} is larger than ${ARCHIVE_MAX / 1024 / 1024} MiB`)
  const { manifest } = checkPackage(await readTar(bytes))
  return { manifest, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function listArchive(folder: string, archive: string, key: KeyObject): Promise<ListedVersion> {
  const file = path.join(folder, archive)
  const { manifest, size, sha256 } = await readArchive(file)
  const { id, version, minimumVersion } = manifest
  const published = signatureOf(file, { id, version, sha256 }, key)
  const permissions = permissionsOf(manifest)
  return {
    manifest,
    version: { version, url: encodeURIComponent(archive), sha256, size, permissions, minimumVersion, ...published },
  }
}

/** Publisher and signature of a package: those beside it, or else ours. */
function signatureOf(file: string, pkg: { id: string; version: string; sha256: string }, key: KeyObject) {
  if (!existsSync(`${file}.sig`)) return { publisher: keyText(key), signature: signPackage(pkg, key) }
  const [publisher = '', signature = ''] = readFileSync(`${file}.sig`, 'utf8').trim().split(' ')
  if (publisher.length === 43 && isByPublisher({ ...pkg, publisher, signature })) return { publisher, signature }
  throw new Error(`${file}.sig is no signature of ${path.basename(file)}: sign it again`)
}

function modulesOf(listed: readonly ListedVersion[]) {
  const byId = Map.groupBy(listed, ({ manifest }) => manifest.id)
  return [...byId].map(([id, all]) => {
    const versions = all.map(({ version }) => version).sort((a, b) => byVersion(a.version, b.version))
    const newest = all.find(({ version }) => version === versions[0])?.manifest
    return { id, name: newest?.name ?? id, description: newest?.description, versions }
  })
}
