// Makes the document of the contract in a thread of its own: it takes a tenth of a second.
import { parentPort } from 'node:worker_threads'
import { contract } from './contract.ts'
import { createDocument } from './document.ts'

parentPort?.postMessage(createDocument(contract))
