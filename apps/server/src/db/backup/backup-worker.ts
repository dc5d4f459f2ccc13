import { parentPort, workerData } from 'node:worker_threads'
import { backUp } from './backup.ts'

const { where, file, at } = workerData
parentPort?.postMessage(await backUp(where, file, new Date(at)))
