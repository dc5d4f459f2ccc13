import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keyText, signIndex, signPackage } from '@atalaya/module-package/index-file'
import { callApi } from './browser.ts'

const VERSIONS = ['1.0.0', '1.1.0', '1.2.0']

/** Makes an index with `count` modules, each in three versions. Their packages do not exist. */
function makeIndex(count: number): Buffer {
  const { privateKey: key } = generateKeyPairSync('ed25519')
  const modules = Array.from({ length: count }, (_, number) => {
    const id = `offered-${number}`
    const versions = VERSIONS.map((version) => {
      const sha256 = 'ab'.repeat(32)
      const permissions = { origins: ['https://api.example.org'], agents: number % 3 === 0, storage: number % 2 === 0 }
      const signed = { publisher: keyText(key), signature: signPackage({ id, version, sha256 }, key) }
      return { version, url: `${id}-${version}.tgz`, sha256, size: 12_000 + number, permissions, ...signed }
    })
    const description = `Purpose of number ${number}, in a sentence or two that somebody reads before installing it.`
    return { id, name: `Offered ${number}`, description, versions }
  })
  const madeAt = new Date().toISOString()
  const index = { format: 'atalaya-index-1', name: 'Many modules', serial: 1, madeAt, modules, kills: [] }
  return signIndex(Buffer.from(JSON.stringify(index)), key)
}

/** Lets a server follow an index of `count` modules, by an administrator's token. Needs `ALLOW_PRIVATE_HOSTS`. */
export async function followIndex(url: string, token: string, count: number): Promise<void> {
  const bytes = makeIndex(count)
  const site = createServer((_request, response) => response.end(bytes)).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/modules.index`
  const [, key] = bytes.toString('latin1', 0, 80).split(' ')
  await callApi(`${url}/api/v1/modules/indexes`, 'POST', { address, key }, token)
  site.closeAllConnections()
  site.close()
}
