import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Makes a key pair (Ed25519) and writes the private key to a file that only its owner can read.
 * @throws Error if the file exists
 */
export function makeKey(file: string): KeyObject {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  try {
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Error(`${file} exists already and stays as it is: take another name`)
  }
  return publicKey
}

/**
 * Reads a private key written by `makeKey`, and derives its public key.
 * @throws Error if the file holds none
 */
export function readKey(file: string): { privateKey: KeyObject; publicKey: KeyObject } {
  const text = readFileSync(file)
  try {
    const privateKey = createPrivateKey(text)
    if (privateKey.asymmetricKeyType === 'ed25519') return { privateKey, publicKey: createPublicKey(privateKey) }
  } catch {
    // Reported below.
  }
  throw new Error(`${file} is no private key; make one with: key FILE`)
}
