import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** Makes a pair of keys (Ed25519): the private one goes to the file, which nobody else can read. @throws Error where there is a file already */
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

/** Reads a private key that `makeKey` wrote, and its public half. @throws Error where the file holds none */
export function readKey(file: string): { privateKey: KeyObject; publicKey: KeyObject } {
  const text = readFileSync(file)
  try {
    const privateKey = createPrivateKey(text)
    if (privateKey.asymmetricKeyType === 'ed25519') return { privateKey, publicKey: createPublicKey(privateKey) }
  } catch {
    // Said below.
  }
  throw new Error(`${file} is no private key made with --new-key`)
}
