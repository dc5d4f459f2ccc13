import { readFileSync } from 'node:fs'
import path from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** Resolutions that know only CommonJS. They can't find our packages, which are all ECMAScript modules. */
const COMMONJS_RESOLUTIONS = new Set(['node10', 'node16-cjs'])

/** Faults of a package's archive for the people who install it, by `publint` and `attw`. */
export async function faultsOf(file: string): Promise<string[]> {
  const bytes = readFileSync(file)
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  const publintFaults = messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code)
  const { types, ...analysis } = await checkPackage(createPackageFromTarballData(new Uint8Array(bytes)))
  const problems = types && 'problems' in analysis ? analysis.problems : []
  const typeFaults = problems.filter(
    (problem) => !('resolutionKind' in problem && COMMONJS_RESOLUTIONS.has(problem.resolutionKind)),
  )
  return [...publintFaults, ...typeFaults.map((problem) => JSON.stringify(problem))].map(
    (fault) => `${path.basename(file)}: ${fault}`,
  )
}
