// Indexes of modules. Their bytes come from a foreign server, and their content from a foreign publisher.
import { generateKeyPairSync } from 'node:crypto'
import { IndexError, parseIndex } from '@atalaya/contract/module-index'
import { isByPublisher, openIndex, signIndex } from '@atalaya/module-package/index-file'
import fc from 'fast-check'
import { indexContent, signedVersion } from '#test/support/module-index.ts'
import { jsonWithFaults } from './corpus.ts'
import { fuzzDoor } from './door.ts'

const { privateKey } = generateKeyPairSync('ed25519')
const index = indexContent({
  modules: [{ id: 'clock', versions: [signedVersion(privateKey, 'clock', '1.0.0')] }],
  kills: [{ id: 'clock', versions: ['0.9.0'], reason: 'It runs late.' }],
})
const text = JSON.stringify(index)
const sign = (body: Buffer) => signIndex(body, privateKey)

fuzzDoor('indexes of modules', {
  seeds: [
    sign(Buffer.from(text)),
    text,
    sign(Buffer.from('{}')),
    `atalaya-index ${'A'.repeat(43)} ${'A'.repeat(86)}==\n`,
  ],
  maxBytes: 1024 * 1024,
  // The server reads it in a separate thread.
  isIsolated: true,
  moreInputs: fc.oneof(jsonWithFaults(index), jsonWithFaults(index).map(sign)),
  read(input) {
    for (const read of [() => openIndex(input).body, () => input]) {
      try {
        const { modules } = parseIndex(read().toString())
        for (const { id, versions } of modules) for (const version of versions) isByPublisher({ id, ...version })
      } catch (error) {
        if (!(error instanceof IndexError)) throw error
      }
    }
    return null
  },
})
