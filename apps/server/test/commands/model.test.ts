import { auth, type Tokens } from '@atalaya/contract/auth'
import { type Command, type CommandStep, commands, FINAL_STATUSES } from '@atalaya/contract/commands'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, withReaper } from '#test/support/command-world.ts'
import { createModelAgent, type Ending, type ModelAgent } from '#test/support/model-agent.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000
/** Options of the model test. Histories are the same in each run, so that a failure comes from the current change. */
const HISTORIES = { numRuns: 20, seed: 20261121, endOnFailure: true }
const TIMEOUT_MS = 120_000

/** `backup` must not run twice, `report-now` may, `ping` skips the queue. */
const commandNames = ['backup', 'backup', 'report-now', 'ping'] as const
const anyAction = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), name: fc.constantFrom(...commandNames) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'connect',
        'connect',
        'take',
        'take',
        'begin',
        'work',
        'work',
        'disconnect',
        'restart',
        'replaceDisk',
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('end' as const), as: fc.constantFrom<Ending>('succeeded', 'failed') }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cancel' as const), nth: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      ms: fc.constantFrom(1, 31, 100, 900).map((s) => s * SECOND_MS),
    }),
  },
)
type Action = typeof anyAction extends fc.Arbitrary<infer A> ? A : never

let it: CommandWorld
let clock: number
let tokens: Tokens
beforeAll(async () => {
  it = await createCommandWorld(withReaper)
  clock = Date.now()
  tokens = (await it.signUp('owner')).tokens
})
afterAll(() => it.close())

const send = async (agentId: string, command: string, more: object = {}): Promise<string> =>
  (await it.send({ command, agentId, ...more }, tokens.accessToken)).body.data.commands[0].commandId
const read = async (id: string): Promise<{ command: Command; steps: CommandStep[] }> =>
  (await it.call(commands.get, { params: { id } }, tokens.accessToken)).body.data
const status = async (id: string) => (await read(id)).command.status

/** Advances time, and waits for the reaper: the canary command expires last. */
async function advance(ms: number): Promise<void> {
  const { id } = await it.register(tokens.accessToken)
  const canary = await send(id, 'backup', { lifeS: 1 })
  it.advance(ms)
  clock += ms
  tokens = (await it.call(auth.refresh, { body: { refreshToken: tokens.refreshToken } })).body.data
  await expect.poll(() => status(canary)).toBe('expired')
}

/** Connects, takes the next command and begins it, without ending it. */
async function work(agent: ModelAgent): Promise<void> {
  await agent.connect()
  await agent.take()
  await agent.begin()
}

async function play(actions: Action[]) {
  const { id, token } = await it.register(tokens.accessToken)
  const agent = createModelAgent(it, token, () => clock)
  const sent: string[] = []
  const act = async (action: Action): Promise<void> => {
    if (action.do === 'send') sent.push(await send(id, action.name))
    else if (action.do === 'end') await agent.end(action.as)
    else if (action.do === 'advance') await advance(action.ms)
    else if (action.do === 'work') await work(agent)
    else if (action.do !== 'cancel') await agent[action.do]()
    else if (sent.length > 0) {
      await it.call(commands.cancel, { params: { id: sent[action.nth % sent.length] ?? '' } }, tokens.accessToken)
    }
    await agent.waitUntilSettled()
  }
  for (const action of actions) await act(action)
  await conclude(agent, sent)
  return { agent, sent }
}

/** Keeps the agent connected, and runs commands until none is open. */
async function conclude(agent: ModelAgent, sent: string[]): Promise<void> {
  for (let round = 0; round < 60; round++) {
    await agent.connect()
    for (let n = 0; n <= sent.length; n++) {
      await agent.take()
      await agent.begin()
      await agent.end('succeeded')
    }
    const open = (await Promise.all(sent.map((id) => status(id)))).filter((status) => !isFinal(status))
    if (open.length === 0) return
    // First the 30 s after which a command is sent again, later more than its lifetime of a day.
    await advance(round < 40 ? 31 * SECOND_MS : 25 * HOUR_MS)
  }
}
const isFinal = (status: string) => (FINAL_STATUSES as readonly string[]).includes(status)

/** Invariants of every command at the end of any run. */
async function check(agent: ModelAgent, commandId: string): Promise<void> {
  const { command, steps } = await read(commandId)
  const { status, reason } = command
  const statuses = steps.map((step) => step.status)
  const endings = agent.runs.get(commandId) ?? []
  const trace = JSON.stringify({ command: command.command, status, reason, statuses, endings })
  expect(statuses.filter(isFinal), trace).toEqual([status])
  if (reason === 'Cancelled before it was sent') expect(statuses.at(-2), trace).toBe('queued')
  if (command.command === 'backup') expect(endings.length, trace).toBeLessThanOrEqual(1)
  expect(contradictionOf(command, endings, agent.losses.includes(commandId)), trace).toBeNull()
}

/** Difference between the shown state and the events on the machine; null if there is none. */
function contradictionOf({ status, reason }: Command, endings: (Ending | 'unknown')[], isLost: boolean): string | null {
  const neverRan = ['Cancelled before it was sent', 'The agent never got it'].includes(reason ?? '')
  if ((neverRan || status === 'expired') && endings.length > 0) return 'it did run'
  if (status === 'succeeded' && !endings.includes('succeeded')) return 'it never succeeded'
  if (status === 'unknown' && !endings.includes('unknown') && !isLost) return 'the agent knew'
  return null
}

const title = 'whatever happens to the agent and its connection, no command is lost, run twice or reported wrongly'
test(title, { timeout: TIMEOUT_MS }, async () => {
  const history = fc.array(anyAction, { minLength: 5, maxLength: 40 })
  const property = fc.asyncProperty(history, async (actions) => {
    const { agent, sent } = await play(actions)
    await agent.disconnect()
    expect(agent.faults).toEqual([])
    for (const commandId of sent) await check(agent, commandId)
  })
  await fc.assert(property, HISTORIES)
})
