import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { action, type Life, liveIn, order, refusedUpdate } from '#agent/testing/life.ts'
import type { Action } from './action.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-commands-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const live = (...life: Life) => liveIn(folder, ...life)

describe('an action of the owner', () => {
  test("runs unchanged, without a shell and without the agent's secrets", async () => {
    const rule = { who: { pattern: '^a|b.*$' } }
    const agent = live({
      say: action(['/usr/bin/env'], {}),
      echo: action(['/bin/echo', '$HOME;id', '{who}'], { args: rule }),
    })
    agent.executor.accept(order({ name: 'echo', who: 'b`id`' }))
    await agent.result().toMatchObject({ status: 'succeeded', exitCode: 0, output: '$HOME;id b`id`\n' })
    agent.executor.accept(order({ name: 'say' }))
    await agent.result().toMatchObject({ status: 'succeeded', output: expect.stringMatching(/^PATH=[^\n]*\n$/) })
  })

  test.each([
    ['an action that is not listed', { name: 'other' }],
    ['a value that merely contains an allowed one', { name: 'echo', who: 'xb' }],
    ['a value of another type', { name: 'echo', who: ['a'] }],
    ['an argument that is not listed', { name: 'echo', who: 'a', more: 'x' }],
    ['a name that every JavaScript object has', { name: 'constructor' }],
  ])('%s is rejected and starts nothing', async (_what, args) => {
    const mark = path.join(folder, 'mark')
    const agent = live({
      echo: action(['/bin/cp', '/dev/null', mark, '{who}'], { args: { who: { pattern: '^a|b$' } } }),
    })
    agent.executor.accept(order(args))
    await agent.result().toMatchObject({ status: 'rejected' })
    expect(existsSync(mark)).toBe(false)
  })
})

describe('at most once', () => {
  const markActions = () => ({ mark: action(['/bin/sh', '-c', `echo x >> ${path.join(folder, 'runs')}`]) })
  const runs = () => readFileSync(path.join(folder, 'runs'), 'utf8')

  test('a repeated order runs once and is answered each time, also after a restart', async () => {
    const command = order({ name: 'mark' })
    const first = live(markActions())
    first.executor.accept(command)
    await first.result().toMatchObject({ status: 'succeeded' })
    first.executor.accept({ ...command, attempt: 2 })
    expect(first.results()).toHaveLength(2)
    const second = live(markActions())
    second.executor.accept({ ...command, attempt: 3 })
    expect(second.results()).toMatchObject([{ execId: command.execId, status: 'succeeded' }])
    second.executor.settle(command.execId)
    expect(live(markActions()).executor.known()).toEqual([])
    expect(runs()).toBe('x\n')
  })

  test('invalid lines of the journal are skipped', () => {
    const command = order({ name: 'mark' })
    const first = live(markActions())
    first.executor.accept(command)
    const lines = ['{}', 'null', '['.repeat(100_000), '{"id":5}', '{"id":"x","state":"begun"}', '\0'.repeat(1_000_000)]
    appendFileSync(path.join(folder, 'commands.jsonl'), lines.map((line) => `${line}\n`).join(''))
    expect(live(markActions()).executor.known()).toEqual([command.execId])
  })

  test('a command never runs if it arrives after its deadline or after its cancellation', () => {
    const [late, cancelled] = [
      order({ name: 'mark' }, { notAfter: new Date(0).toISOString() }),
      order({ name: 'mark' }),
    ]
    const agent = live(markActions())
    agent.executor.accept(late)
    agent.executor.cancel(cancelled.execId)
    agent.executor.accept(cancelled)
    expect(agent.results().map(({ status }) => status)).toEqual(['rejected', 'cancelled', 'cancelled'])
    expect(existsSync(path.join(folder, 'runs'))).toBe(false)
  })
})

describe('limits', () => {
  test('a running program ends when it is cancelled or takes too long', async () => {
    const agent = live({
      wait: action(['/bin/sleep', '600']),
      short: action(['/bin/sleep', '600'], { timeoutS: 0.05 }),
    })
    const command = order({ name: 'wait' })
    agent.executor.accept(command)
    agent.executor.cancel(command.execId)
    await agent.result().toMatchObject({ execId: command.execId, status: 'cancelled' })
    const slow = order({ name: 'wait' }, { timeoutS: 0.05 })
    agent.executor.accept(slow)
    await agent.result().toMatchObject({ execId: slow.execId, status: 'timed_out' })
    const overOwnersLimit = order({ name: 'short' })
    agent.executor.accept(overOwnersLimit)
    await agent.result().toMatchObject({ execId: overOwnersLimit.execId, status: 'failed' })
  })

  test('a server that confirms no results can fill neither memory nor disk', async () => {
    const agent = live({})
    const orders = Array.from({ length: 1100 }, () => order({}, { name: 'unknown' }))
    for (const order of orders) agent.executor.accept(order)
    await expect.poll(() => agent.results().length).toBe(1100)
    expect(agent.journal.open()).toHaveLength(1000)
    expect(agent.results().at(-1)?.reason).toBe('1000 commands wait for the server to confirm their results')
    agent.executor.cancel(randomUUID())
    expect(agent.journal.open()).toHaveLength(1000)
    agent.executor.settle(orders[0]?.execId ?? '')
    agent.executor.accept(order({}, { name: 'unknown' }))
    await expect.poll(() => agent.results().at(-1)?.reason).toContain('has not allowed unknown')
  })

  test('no more than sixteen programs run at once', async () => {
    const agent = live({ wait: action(['/bin/sleep', '600']) })
    const orders = Array.from({ length: 17 }, () => order({ name: 'wait' }))
    for (const order of orders) agent.executor.accept(order)
    await agent.result().toMatchObject({ status: 'rejected', reason: '16 commands run already' })
    expect(agent.results()).toHaveLength(1)
    for (const order of orders) agent.executor.cancel(order.execId)
    await expect.poll(() => agent.results().filter(({ status }) => status === 'cancelled')).toHaveLength(16)
  })

  test('ended programs make room, and each timer ends with its program', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    const agent = live({ say: action(['/bin/echo', 'here']) })
    for (let n = 1; n <= 17; n++) {
      agent.executor.accept(order({ name: 'say' }))
      await expect.poll(() => agent.results().length, { interval: 5 }).toBe(n)
    }
    expect(agent.results().filter(({ status }) => status !== 'succeeded')).toEqual([])
    expect(timers()).toBeLessThanOrEqual(before)
  })

  test('a command refused for want of room stays refused when there is room again', async () => {
    const agent = live({})
    const orders = Array.from({ length: 1001 }, () => order({}, { name: 'unknown' }))
    for (const order of orders) agent.executor.accept(order)
    const [first, refused] = [orders[0], orders[1000]]
    if (!first || !refused) return expect.unreachable()
    agent.executor.settle(first.execId)
    agent.executor.accept({ ...refused, attempt: 2 })
    agent.executor.cancel(refused.execId)
    const answers = agent.results().filter(({ execId }) => execId === refused.execId)
    const reason = '1000 commands wait for the server to confirm their results'
    expect(answers).toMatchObject(Array(3).fill({ status: 'rejected', reason }))
  })

  test('a program that ignores SIGTERM is killed after five seconds, even if its children hold its pipes', async () => {
    const child = path.join(folder, 'child')
    const script = `trap '' TERM; sleep 600 & echo $! > ${child}; wait; wait`
    const agent = live({ stay: action(['/bin/sh', '-c', script]) })
    const command = order({ name: 'stay' })
    agent.executor.accept(command)
    await expect.poll(() => existsSync(child) && readFileSync(child, 'utf8')).toMatch(/^\d+\n$/)
    const pid = Number(readFileSync(child, 'utf8'))
    onTestFinished(() => void process.kill(pid, 'SIGKILL'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    agent.executor.cancel(command.execId)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(agent.results()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await agent.result().toMatchObject({ execId: command.execId, status: 'cancelled' })
  })

  test('a pattern that backtracks too long fails only its own command', async () => {
    const agent = live({ say: action(['/bin/echo', '{word}'], { args: { word: { pattern: '^(a+)+$' } } }) })
    agent.executor.accept(order({ name: 'say', word: `${'a'.repeat(60)}!` }))
    await agent.result().toMatchObject({ status: 'rejected', reason: expect.stringContaining('takes too long') })
    agent.executor.accept(order({ name: 'say', word: 'aaa' }))
    await agent.result().toMatchObject({ status: 'succeeded', output: 'aaa\n' })
  })

  test('a command that throws does not affect the next one', async () => {
    const broken: Action = {
      ...refusedUpdate,
      get refusal(): string {
        throw new Error('no room')
      },
    }
    const good = live({ say: action(['/bin/echo', 'here']) }, { further: [broken] })
    good.executor.accept(order({}, { name: 'update' }))
    await expect.poll(() => good.errors).toMatchObject([{ message: 'no room' }])
    good.executor.accept(order({ name: 'say' }))
    await good.result().toMatchObject({ status: 'succeeded' })
  })

  test('output is cut to 16 KiB', async () => {
    const agent = live({ flood: action(['/usr/bin/head', '-c', '100000', '/dev/zero']) })
    agent.executor.accept(order({ name: 'flood' }))
    await agent
      .result()
      .toMatchObject({ status: 'succeeded', truncated: true, output: expect.stringMatching(/^\0{16384}$/) })
  })
})
