import type { Command } from '@atalaya/contract/commands'
import type { KillPoint } from '@atalaya/testbed/chaos'
import { expect, inject, onTestFinished, test } from 'vitest'
import { reportFault } from '#test/support/fault-report.ts'
import { createFaultWorld } from '#test/support/fault-world.ts'

const kinds = ['cmd', 'cmd.ack', 'cmd.started', 'cmd.result', 'cmd.result.ack', 'hello', 'welcome']
/** Kills before and after each frame of a command and of a greeting, on both sides. */
const everyPoint = kinds.flatMap((frameType) =>
  (['before', 'after'] as const).flatMap((when) =>
    (['server', 'agents'] as const).map((target): KillPoint => ({ frameType, when, target })),
  ),
)
const somePoints: KillPoint[] = [
  { frameType: 'cmd', when: 'after', target: 'agents' },
  { frameType: 'cmd.ack', when: 'before', target: 'server' },
  { frameType: 'cmd.started', when: 'after', target: 'agents' },
  { frameType: 'cmd.result', when: 'after', target: 'agents' },
]
/** `--rounds` counts rounds with a single kill. A round here kills once for each point, so it counts as twenty. */
const rounds = Math.ceil(inject('faultRounds') / 20)
const plan =
  rounds > 0
    ? { rounds, agentCount: 10, commands: 500, points: everyPoint }
    : { rounds: 1, agentCount: 4, commands: 100, points: somePoints }
const TIMEOUT_MS = 120_000

/** Random numbers that are the same in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const countEach = (numbers: number[]) => {
  const times = new Map<number, number>()
  for (const n of numbers) times.set(n, (times.get(n) ?? 0) + 1)
  return times
}

test(
  `none of ${plan.commands * plan.rounds} commands is lost or runs twice in ${plan.points.length * plan.rounds} kills`,
  async (context) => {
    const world = await createFaultWorld(plan.agentCount, createRandom(20261121))
    onTestFinished(world.close)
    let sent = 0
    const send = (count: number) => Promise.all(Array.from({ length: count }, () => world.send(sent++)))

    for (let round = 1; round <= plan.rounds; round++) {
      await world.signIn()
      const commandsPerPoint = Math.floor(plan.commands / plan.points.length)
      for (const point of plan.points) {
        const fired = world.chaos.arm(point)
        const sending = send(commandsPerPoint)
        if (point.frameType === 'hello' || point.frameType === 'welcome') world.cutAll()
        await Promise.all([sending, fired.then(() => world.restartKilled(point.target))])
      }
      await send(plan.commands * round - sent)
      await expect.poll(world.countOpen, { timeout: TIMEOUT_MS, interval: 100 }).toBe(0)
    }

    const all = await world.commands()
    const runCounts = countEach(world.commandsThatRan())
    const numberOf = ({ args }: { args: Record<string, unknown> }) => Number(args.n)
    const found = all.map(numberOf).sort((a, b) => a - b)
    expect(found, 'each was sent once').toEqual(Array.from({ length: sent }, (_, n) => n))
    expect(
      [...runCounts].filter(([, count]) => count > 1),
      'ran twice',
    ).toEqual([])
    const succeeded = all.filter(({ status }) => status === 'succeeded')
    expect(
      succeeded.filter((command) => !runCounts.has(numberOf(command))),
      'said to have run, and did not',
    ).toEqual([])
    expect(succeeded.length).toBeGreaterThan(all.length / 2)
    // `unknown`: the agent was killed while it ran the command. Undeliverable: five kills in a row kept it from its
    // agent, so it has not run. Any other status is wrong.
    const others = all.filter(({ status }) => status !== 'succeeded')
    const isUndeliverable = (command: Command) =>
      command.status === 'failed' && command.reason?.startsWith('Undeliverable') && !runCounts.has(numberOf(command))
    const wrong = others.filter((command) => command.status !== 'unknown' && !isUndeliverable(command))
    expect(await Promise.all(wrong.map(({ commandId }) => world.history(commandId)))).toEqual([])
    const agentKills = plan.points.filter(({ target }) => target === 'agents').length * plan.rounds
    expect(others.length).toBeLessThanOrEqual(agentKills * plan.agentCount)
    const { cut, torn, stuck, doubled, late } = world.chaos.counts
    const killed = plan.points.length * plan.rounds
    reportFault(context, {
      fault: `\`kill -9\` of server and agents at every frame of a command, on a network that cuts connections in the middle of a frame, leaves them half open, brings frames late or twice`,
      expected: 'No command is lost, none runs twice; only what a killed agent can not know is `unknown`',
      measured: `${all.length} commands, ${killed} kills; ${cut} connections cut, ${torn} cut in a frame, ${stuck} half open, ${late} late, ${doubled} doubled frames; none lost, none ran twice, ${others.length} not known or not delivered`,
    })
  },
  plan.rounds * 180_000,
)
