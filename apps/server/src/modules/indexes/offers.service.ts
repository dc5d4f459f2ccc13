import { createHash } from 'node:crypto'
import type { moduleIndexes } from '@atalaya/contract/module-indexes'
import type { Data, Input } from '@atalaya/contract/route'
import { foldForSearch } from '@atalaya/format/folded'
import { isByPublisher } from '@atalaya/module-package/index-file'
import type { ModulePackageContent } from '@atalaya/module-package/module-package'
import type { Repos } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { type Outbound, OutboundError } from '#server/net/outbound.ts'
import type { Catalogue } from '../modules.service.ts'
import type { PackagesRepo, StoredPackage } from '../packages.repo.ts'
import type { PackagesService } from '../packages.service.ts'
import type { IndexesRepo, StoredIndex } from './indexes.repo.ts'
import { type IndexOffer, judgePackage, refusal } from './judge-package.ts'
import { offerOf, runsOnThisVersion } from './offers.ts'

const DOWNLOAD_MS = 60_000
/** Maximum of installed modules that are searched for updates. */
const INSTALLED_MAX = 1000

type Search = Input<typeof moduleIndexes.modules>['query']
type OfferRequest = { indexId: string; id: string; version: string; newPublisher?: string | undefined }

type Needs = {
  repo: IndexesRepo
  packages: PackagesRepo
  service: PackagesService
  catalogue: Pick<Catalogue, 'hasBundled'>
  outbound: Outbound
}

/** Offers of indexes, and their installation, which continues as for an upload. */
export function createOffersService({ repo, packages, service, catalogue, outbound }: Needs) {
  async function list({ query = '', only, offset, limit }: Search): Promise<Data<typeof moduleIndexes.modules>> {
    const search = { text: foldForSearch(query), isInstalled: only === 'updates' }
    const part = search.isInstalled ? { offset: 0, limit: INSTALLED_MAX } : { offset, limit }
    const [indexes, found] = await Promise.all([repo.all(), repo.list({ ...search, ...part })])
    const installed = await packages.findInstalled(found.map(({ entry }) => entry.id))
    const modules = found.flatMap(({ indexId, entry }) => {
      const index = indexes.find(({ id }) => id === indexId)
      const { stored, versions = [] } = installed.get(entry.id) ?? {}
      return index ? [offerOf(index, entry, { isBundled: catalogue.hasBundled(entry.id), stored, versions })] : []
    })
    if (!search.isInstalled) return { modules, total: await repo.count(search) }
    const updates = modules.filter(({ isUpdate }) => isUpdate)
    return { modules: updates.slice(offset, offset + limit), total: updates.length }
  }

  async function install(by: Caller, request: OfferRequest) {
    const index = await repo.find(request.indexId)
    if (!index) throw notOffered()
    const offered = await findOffer(repo, request)
    const archive = await download(by, index, offered)
    const { indexId } = request
    return service.install(by, { archive }, { indexId, publisher: offered.publisher, judge })

    async function judge(
      { indexes }: Pick<Repos, 'indexes'>,
      content: ModulePackageContent,
      current: StoredPackage | null,
    ) {
      // Locks the index, so that a concurrent list of stopped versions also covers this version.
      await indexes.lock(indexId)
      const { sha256 } = await findOffer(indexes, request)
      if (sha256 !== offered.sha256) throw notOffered()
      judgePackage(offered, content, current)
    }
  }

  async function download(by: Caller, { address }: StoredIndex, { url, size, sha256 }: IndexOffer): Promise<Buffer> {
    if (!URL.canParse(url, address)) throw refusal('The index names no address for the package')
    const answer = await outbound
      .request(new URL(url, address).href, { timeoutMs: DOWNLOAD_MS, maxBytes: size, ownerKey: by.userId })
      .catch((error: unknown) => {
        throw error instanceof OutboundError
          ? away('The package could not be fetched, or is larger than it should be')
          : error
      })
    if (answer.status !== 200) throw away(`The package could not be fetched: status ${answer.status}`)
    if (answer.body.length !== size || createHash('sha256').update(answer.body).digest('hex') !== sha256) {
      throw refusal('The package is not the one that the index names: its size or SHA-256 is another')
    }
    return answer.body
  }

  return { list, install }
}
export type OffersService = ReturnType<typeof createOffersService>

/**
 * The wanted version as the index offers it now.
 * @throws AppError not_found if the index does not offer it; conflict if the index has withdrawn it
 * @throws AppError bad_request if it does not run on this version, or its signature is wrong
 */
async function findOffer(repo: IndexesRepo, { indexId, id, version, newPublisher }: OfferRequest): Promise<IndexOffer> {
  const entry = await repo.entry(indexId, id)
  const found = entry?.versions.find((listed) => listed.version === version)
  if (!found) throw notOffered()
  if (found.stopped !== undefined) {
    throw new AppError('conflict', `The index has withdrawn this version: ${found.stopped}`, {
      code: 'modules.stopped',
    })
  }
  if (!runsOnThisVersion(found)) throw refusal(`It needs Atalaya ${found.minimumVersion}`)
  if (!isByPublisher({ id, ...found })) throw refusal('The signature of its publisher is wrong')
  return { ...found, id, newPublisher }
}

const notOffered = () => new AppError('not_found', 'The index offers no such version', { code: 'modules.not_offered' })
const away = (message: string) => new AppError('bad_gateway', message, { code: 'modules.package_away' })
