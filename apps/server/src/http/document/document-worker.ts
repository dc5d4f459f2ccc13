// The thread of `makeDocument`.
import { parentPort } from 'node:worker_threads'
import { contract } from './contract.ts'
import { createDocument } from './document.ts'

parentPort?.postMessage(JSON.stringify(createDocument(contract)))
