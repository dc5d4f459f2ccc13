import { parentPort, workerData } from 'node:worker_threads'
import { IndexError } from '@atalaya/contract/module-index'
import { openAndParse, type Reading } from './read-index.ts'

/** Restores a Buffer: between threads it becomes plain bytes. */
const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function read(bytes: Uint8Array): Reading {
  try {
    return { index: openAndParse(asBuffer(bytes)) }
  } catch (error) {
    if (error instanceof IndexError) return { refused: error.message }
    throw error
  }
}

parentPort?.postMessage(read(workerData))
