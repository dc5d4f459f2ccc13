import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

declare const __AGENT_VERSION__: string | undefined

const FINGERPRINT_LENGTH = 8

/** The package's version and the fingerprint of the very file that runs: `0.1.0+1a2b3c4d`. */
export function readVersion(file: string = process.argv[1] ?? ''): string {
  const version = typeof __AGENT_VERSION__ === 'string' ? __AGENT_VERSION__ : '0.0.0'
  return `${version}+${fingerprintOf(readFileSync(file))}`
}

/** Fingerprint that distinguishes two versions of the agent's file. */
function fingerprintOf(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex').slice(0, FINGERPRINT_LENGTH)
}
