import { randomUUID } from 'node:crypto'
import type { Item } from '@atalaya/contract/agent-protocol'
import { currentConversation, helloOf, items, nextConversation, receivedFrames, results, sentFrames } from './frames.ts'
import type { Conversation } from './relay.ts'
import { type Check, ensure, type Trial, until } from './trial.ts'

const MINUTE_MS = 60_000
/** Maximum shift of a repeated time after a new clock comparison. */
const TIME_SHIFT_MAX_MS = 500

function commandFrame(execId: string, more: object = {}): object {
  const notAfter = new Date(Date.now() + MINUTE_MS).toISOString()
  return { v: 1, t: 'cmd', d: { execId, attempt: 1, name: 'ping', args: {}, notAfter, timeoutS: 30, ...more } }
}

/** Sends frames to the agent and waits for its result for the id. */
async function resultOf(conversation: Conversation, execId: string, ...frames: object[]) {
  const from = conversation.sent.length
  for (const frame of frames) conversation.send(frame)
  return until('cmd.result', () => results(conversation, execId, from)[frames.length - 1])
}

/** Sends a command through the API, and waits for the receipt of its result. */
async function runToItsEnd(trial: Trial, name: string): Promise<{ id: string; status: string }> {
  const conversation = currentConversation(trial)
  const id = await trial.send(name)
  await until('cmd.ack', () => sentFrames(conversation, 'cmd.ack').some(({ execId }) => execId === id))
  await until('cmd.result', () => results(conversation, id)[0])
  await until('The receipt', () => receivedFrames(conversation, 'cmd.result.ack').some(({ execId }) => execId === id))
  return { id, status: await trial.status(id) }
}

/** Checks the first conversation, up to stored measurements. If this fails, no other check makes sense. */
export async function checkFirstConversation(trial: Trial, check: Check): Promise<boolean> {
  const { relay } = trial
  const first = await check('connects with its token', () => until('A connection', () => relay.conversations[0]))
  if (!first) return false
  const isWelcomed = await check('says hello first, and is welcomed', async () => {
    const frame = await until('hello', () => first.sent[0])
    ensure(frame.t === 'hello', `It said ${frame.t} first`)
    return nextConversation(trial, 0)
  })
  if (!isWelcomed) return false
  await check('answers pings, or asks again', () => until('Three signs of life', () => first.signsOfLife >= 3))
  await check('reports as often as the welcome says, in rising numbers, with the time', async () => {
    await until('Three measurements at one a second', () => items(first).length >= 3)
    const measurements = items(first)
    ensure(
      measurements.every(({ seq }, n) => n === 0 || seq > (measurements[n - 1]?.seq ?? 0)),
      'seq does not rise',
    )
    const isNow = ({ at }: Item) => Math.abs(Date.parse(at) - Date.now()) < MINUTE_MS
    ensure(measurements.every(isNow), `at is not now: ${measurements[0]?.at}`)
    await until('data.ack', () => receivedFrames(first, 'data.ack')[0])
  })
  return true
}

/** Checks all frames of the agent: each number of a run is one measurement. */
export async function checkNumbers({ relay }: Trial, check: Check): Promise<void> {
  await check('gives each number of a run to one measurement, in rising order', async () => {
    const timeOfItem = new Map<string, number>()
    for (const conversation of relay.conversations) {
      const lastSeqOfRun = new Map<string, number>()
      for (const { seq, at, run = helloOf(conversation)?.runId ?? '' } of items(conversation)) {
        ensure(seq > (lastSeqOfRun.get(run) ?? 0), `${seq} comes after ${lastSeqOfRun.get(run)} in the run ${run}`)
        lastSeqOfRun.set(run, seq)
        const before = timeOfItem.get(`${run} ${seq}`) ?? Date.parse(at)
        ensure(Math.abs(Date.parse(at) - before) < TIME_SHIFT_MAX_MS, `${seq} of the run ${run} is two measurements`)
        timeOfItem.set(`${run} ${seq}`, before)
      }
    }
  })
}

/** Checks the agent's commands. */
export async function checkCommands(trial: Trial, check: Check): Promise<void> {
  await check('takes a command and reports how it ended', async () => {
    const { id } = await runToItsEnd(trial, 'ping')
    const { sent } = currentConversation(trial)
    const framesOfCommand = sent.filter((frame) => 'execId' in frame.d && frame.d.execId === id)
    ensure(framesOfCommand[0]?.t === 'cmd.ack', `It said ${framesOfCommand[0]?.t} before cmd.ack`)
  })
  await check('refuses a command that it does not know', async () => {
    const { status } = await runToItsEnd(trial, 'conformance-unknown')
    ensure(['rejected', 'failed'].includes(status), `It is ${status}`)
  })
  await check('answers a repeated command with what it knows, and does not run it again', async () => {
    const conversation = currentConversation(trial)
    const id = randomUUID()
    const first = await resultOf(conversation, id, commandFrame(id))
    const from = conversation.sent.length
    const second = await resultOf(conversation, id, commandFrame(id, { attempt: 2 }))
    ensure(sentFrames(conversation, 'cmd.started', from).length === 0, 'It started again')
    ensure(JSON.stringify(first) === JSON.stringify(second), 'The second result is another one')
  })
  await check('does not begin what comes after notAfter', async () => {
    const id = randomUUID()
    const { status } = await resultOf(
      currentConversation(trial),
      id,
      commandFrame(id, { notAfter: '2020-01-01T00:00:00.000Z' }),
    )
    ensure(status === 'rejected', `It is ${status}`)
  })
  await check('does not begin what was cancelled before it came', async () => {
    const id = randomUUID()
    const { status } = await resultOf(
      currentConversation(trial),
      id,
      { v: 1, t: 'cmd.cancel', d: { execId: id } },
      commandFrame(id),
    )
    ensure(status === 'cancelled', `It is ${status}`)
  })
  await check('ignores a frame that it does not know', async () => {
    const conversation = currentConversation(trial)
    conversation.send({ v: 1, t: 'from-the-future', d: { anything: [1] } })
    await runToItsEnd(trial, 'ping')
    ensure(!conversation.isOver, 'It hung up')
  })
}
