import { execFileSync } from 'node:child_process'
import { statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { startAgent } from '@atalaya/testbed/agent-process'
import { createTcpProxy } from '@atalaya/testbed/tcp-proxy'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createCommandWorld } from '#test/support/command-world.ts'
import { reportFault, seconds, stopwatch } from '#test/support/fault-report.ts'
import { limitFiles } from '#test/support/limit-files.ts'

const rounds = inject('faultRounds') > 0 ? 10 : 1
const ROUND_MS = 60_000
const FULL = "the machine's disk is full"
const READ_ONLY = "the machine's disk can only be read"
const HOUR_MS = 3_600_000

/** A real agent that reports every second, with its state on the server. */
async function createWorld(prefixOf: (state: string) => string[] = () => []) {
  const it = await createCommandWorld({ reportS: 1 })
  const proxy = await createTcpProxy(it.address)
  const { id, token } = await it.register()
  const state = join(it.folder, 'agent')
  const agent = startAgent(proxy.address, token, state, { prefix: prefixOf(state) })
  onTestFinished(async () => {
    agent.signal('SIGKILL')
    await agent.exited
    await proxy.close()
    await it.close()
  })
  const readAgent = async () => (await it.call(agents.get, { params: { id } }, it.ada)).body.data.agent
  async function readTroubles(): Promise<number[]> {
    const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()
    const query = { from: fromNow(-HOUR_MS), to: fromNow(HOUR_MS), metrics: 'agent.troubles', points: '2000' }
    const { body } = await it.call(telemetry.range, { params: { id }, query }, it.ada)
    return (body.data.series[0]?.max ?? []).filter((value: number | null) => value !== null)
  }
  async function countMeasurements(): Promise<number> {
    const { body } = await it.call(agents.records, { params: { id }, query: { pageSize: '1' } }, it.ada)
    return body.data.pagination.total
  }
  /** Sends a command that may not run twice. Returns its result. */
  async function restart() {
    const command = await it.sendOne(id, 'restart')
    await expect.poll(() => it.status(command), { timeout: 20_000 }).toMatch(/succeeded|rejected|failed|unknown/)
    const { status, reason } = await it.readCommand(command)
    return { status, reason }
  }
  return { agent, state, proxy, readAgent, readTroubles, countMeasurements, restart }
}

// Only Linux can limit the files of another process.
test.runIf(process.platform === 'linux')(
  'an agent on a full disk refuses commands, continues to measure, and recovers by itself',
  async (context) => {
    const { agent, proxy, readAgent, readTroubles, countMeasurements, restart } = await createWorld()
    await expect.poll(countMeasurements).toBeGreaterThan(1)
    const recoveries: number[] = []
    let refused = 0
    for (let round = 0; round < rounds; round++) {
      // The agent can write no file until the limit is lifted (null).
      limitFiles(agent.pid, 0)
      for (const _ of [1, 2]) {
        expect(await restart()).toEqual({ status: 'rejected', reason: FULL })
        refused++
      }
      expect(await readAgent()).toMatchObject({ status: 'degraded', statusMessage: `Commands are refused: ${FULL}` })
      const before = await countMeasurements()
      proxy.cutAll()
      // Keeps measurements in memory while disconnected, and reports its status again when reconnected.
      await expect.poll(countMeasurements).toBeGreaterThan(before + 2)
      await expect.poll(async () => (await readAgent()).status).toBe('degraded')
      expect(Math.max(...(await readTroubles()))).toBeGreaterThan(0)
      limitFiles(agent.pid, null)
      const recovery = stopwatch()
      await expect.poll(async () => (await readAgent()).status).toBe('online')
      recoveries.push(recovery())
      expect(agent.output().match(/Restarting, as the server asked/g) ?? []).toHaveLength(round)
      expect(await restart()).toMatchObject({ status: 'succeeded' })
    }
    reportFault(context, {
      fault: 'The disk of an agent is full (RLIMIT_FSIZE), while commands come and its connection is cut',
      expected:
        'It goes on measuring, refuses commands that it could not remember with the reason, is _Degraded_ with the reason, and well again by itself',
      measured: `${rounds} times, ${refused} commands refused and none of them run; online again after ${seconds(Math.max(...recoveries))}`,
    })
  },
  rounds * ROUND_MS,
)

/** A separate disk for the agent's folder. */
const tmpfs = (state: string) => [
  ...['unshare', '--map-root-user', '--mount', 'sh', '-c'],
  `mkdir -p ${state} && mount -t tmpfs -o size=512k none ${state} && exec "$0" "$@"`,
]

test.runIf(process.platform === 'linux')(
  'an agent recovers by itself after its disk filled up, and after it was read-only',
  async (context) => {
    const { agent, state, readAgent, countMeasurements, restart } = await createWorld(tmpfs)
    await expect.poll(countMeasurements).toBeGreaterThan(1)
    // The agent's disk, which only its process has mounted.
    const mountedState = `/proc/${agent.pid}/root${state}`
    const filler = join(mountedState, 'filler')
    const remount = (how: 'ro' | 'rw') =>
      execFileSync('nsenter', [`--target=${agent.pid}`, '--mount', 'mount', '-o', `remount,${how}`, state])
    /** Checks the agent while nothing can be stored, and after `lift` has removed the obstacle. */
    async function checkWhileBlocked(reason: string, lift: () => void): Promise<void> {
      await expect.poll(readAgent).toMatchObject({ status: 'degraded', statusMessage: expect.stringContaining(reason) })
      expect(await restart()).toEqual({ status: 'rejected', reason })
      const before = await countMeasurements()
      await expect.poll(countMeasurements).toBeGreaterThan(before + 1)
      lift()
      await expect.poll(async () => (await readAgent()).status).toBe('online')
    }

    const { bavail, bsize } = statfsSync(mountedState)
    writeFileSync(filler, Buffer.alloc(bavail * bsize))
    await checkWhileBlocked(FULL, () => truncateSync(filler, 0))
    remount('ro')
    await checkWhileBlocked(READ_ONLY, () => void remount('rw'))
    expect(await restart()).toMatchObject({ status: 'succeeded' })
    reportFault(context, {
      fault: 'The disk of an agent fills up (tmpfs), then becomes read-only, while commands come',
      expected:
        'It goes on measuring, refuses commands that it could not remember with the reason, is _Degraded_ with the reason, and well again by itself',
      measured: 'So each time',
    })
  },
  ROUND_MS,
)
