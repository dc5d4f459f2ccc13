import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dashboard } from '@atalaya/contract/dashboard'
import { expect, onTestFinished, test } from 'vitest'
import { bearer } from '#test/storm/client.ts'
import { createStorm, fewWriters } from '#test/storm/storm.ts'
import { createStormWorld } from '#test/storm/storm-world.ts'
import { reportFault } from '#test/support/fault-report.ts'

const WRITES = 50
const CALLS = 'read,recvfrom,write,writev,sendto,fsync,fdatasync'

/** Records the process's system calls in order, until the returned function is called. */
async function trace(pid: number, file: string): Promise<() => Promise<void>> {
  const args = ['-f', '-y', '-s', '200', '-e', `trace=${CALLS}`, '-o', file, '-p', String(pid)]
  const child = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`strace ended: ${output}`)))
    child.stderr.on('data', (chunk) => {
      output += chunk
      if (output.includes('attached')) resolve()
    })
  })
  return async () => {
    const exited = once(child, 'exit')
    child.kill('SIGINT')
    await exited
  }
}

/** For each acknowledged change, true if the database's log was synced between the request and the answer. */
function syncsBeforeAnswers(log: string): boolean[] {
  const found: boolean[] = []
  let isRequested = false
  let isSynced = false
  for (const line of log.split('\n')) {
    if (/"PATCH \/api\/v1\/dashboard/.test(line)) {
      isRequested = true
      isSynced = false
    }
    // strace prints the end of a call on a separate line if another thread's call comes between.
    if (/(fdatasync|fsync)(\(\d+<[^>]*-wal>\)| resumed>\)?.*) += 0/.test(line)) isSynced = true
    if (isRequested && /"HTTP\/1\.1 200 OK/.test(line)) {
      found.push(isSynced)
      isRequested = false
    }
  }
  return found
}

test('a change is synced to the disk before it is acknowledged', async (context) => {
  const world = await createStormWorld()
  onTestFinished(world.close)
  await world.start()
  const storm = await createStorm(world.address, { ...fewWriters, telemetry: 0, commands: 0, qr: 0 })
  onTestFinished(storm.close)
  const headers = bearer(storm.owner())
  const { page } = await storm.client.callOrThrow(dashboard.create, { body: { name: 'Traced' } }, headers)
  const file = join(world.folder, 'calls')
  const stop = await trace(world.server().pid, file)
  for (let n = 0; n < WRITES; n++) {
    const options = { params: { id: page._id }, body: { description: `text ${n}` } }
    await storm.client.callOrThrow(dashboard.edit, options, headers)
  }
  await stop()
  const found = syncsBeforeAnswers(readFileSync(file, 'utf8'))
  expect(found).toEqual(Array.from({ length: WRITES }, () => true))
  reportFault(context, {
    fault: `The kernel's calls of ${WRITES} acknowledged changes, one after the other (strace)`,
    expected: 'Between each request and its 2xx the log of the database is synced to the disk: power may fail after it',
    measured: `${found.filter(Boolean).length} of ${WRITES}`,
  })
}, 120_000)
