// `npm run bench`: measures, prints, and writes docs/performance.md. On an idle Linux machine.
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'
import { commandLatency } from './latency.bench.ts'
import { row } from './measured.ts'
import { reads } from './reads.bench.ts'
import { telemetry, telemetryBatches } from './telemetry.bench.ts'

const benches = [reads, telemetry, telemetryBatches, commandLatency]

const rows: string[] = []
for (const bench of benches) {
  const lines = [await bench()].flat().map(row)
  console.log(lines.join('\n'))
  rows.push(...lines)
}
const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.version}`
const page = `# Performance

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}. How it is measured: \`bench/README.md\`.

| What | Ours | Limit | Unit | Ratio (rounds) | Goal |
|---|---|---|---|---|---|
${rows.join('\n')}
`
writeFileSync(path.join(import.meta.dirname, '../docs/performance.md'), page)
