import { workerData } from 'node:worker_threads'

// Uses too much processor time, or for slot 2 too much memory, as a hostile calendar could.
const { answers } = workerData as { answers: { slot: number }[] }
const heap: unknown[] = []
while (true) if (answers[0]?.slot === 2) heap.push(new Array(10_000).fill(heap.length))
