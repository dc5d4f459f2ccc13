import { workerData } from 'node:worker_threads'

// Does to its memory or its time what a calendar could.
const { answers } = workerData as { answers: { slot: number }[] }
const kept: unknown[] = []
while (true) if (answers[0]?.slot === 2) kept.push(new Array(10_000).fill(kept.length))
