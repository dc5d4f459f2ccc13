import { setTimeout as delay } from 'node:timers/promises'
import { closeCode } from '@atalaya/contract/agent-protocol'
import { currentConversation, helloOf, items, nextConversation, receivedFrames, results } from './frames.ts'
import type { Conversation } from './relay.ts'
import { type Check, ensure, type Trial, until } from './trial.ts'

const DRAIN_FOR_MS = 1000
const RETRY_AFTER_S = 1
/** Maximum difference between the clocks and timers of two programs. */
const TOLERANCE_MS = 100
/** Time during which the tries of a refused agent are counted. */
const WATCH_FOR_MS = 1500
/**
 * Maximum number of tries in that time: waits of up to 1 s, 2 s, 4 s, … allow two or three. A program that does not
 * wait makes hundreds.
 */
const TRIES_MAX = 8

/** Drops receipts and cuts the connection. Returns the item and the result that the agent must repeat. */
async function loseReceipts(trial: Trial, before: Conversation) {
  const { relay } = trial
  relay.state.dropped = new Set(['data.ack', 'cmd.result.ack'])
  const count = items(before).length
  const item = await until('A measurement', () => items(before)[count])
  const execId = await trial.send('ping')
  await until('cmd.result', () => results(before, execId)[0])
  const conversations = relay.conversations.length
  relay.cut()
  relay.state.dropped = new Set()
  const next = await nextConversation(trial, conversations)
  return { item, execId, next }
}

/** Checks the agent after a cut connection, and the items that it repeats then. */
export async function checkLostConnection(trial: Trial, check: Check): Promise<void> {
  const before = currentConversation(trial)
  const lost = await check('comes back after a cut', () => loseReceipts(trial, before))
  if (!lost) return
  const { item, execId, next } = lost
  await check('is the same run then, and gives back the resume token', async () => {
    ensure(helloOf(next)?.runId === helloOf(before)?.runId, 'runId is another one')
    ensure(helloOf(next)?.resume === receivedFrames(before, 'welcome')[0]?.resume, 'resume is not that of the welcome')
  })
  await check('sends measurements again that nobody acknowledged', () =>
    until(`seq ${item.seq}`, () => items(next).some(({ seq }) => seq === item.seq)),
  )
  await check('repeats a result that has no receipt', () => until('cmd.result', () => results(next, execId)[0]))
  const drained = await check('comes back when a stopping server says so', () => drain(trial, next, execId))
  if (!drained) return
  await check('repeats nothing that has its receipt', async () => {
    await until('A measurement', () => items(drained)[0])
    ensure(results(drained, execId).length === 0, 'The result came again')
    ensure(!items(drained).some(({ seq }) => seq === item.seq), 'The measurement came again')
  })
}

async function drain(trial: Trial, conversation: Conversation, execId: string): Promise<Conversation> {
  const { relay } = trial
  // Waits until everything has its receipt.
  await until('cmd.result.ack', () =>
    receivedFrames(conversation, 'cmd.result.ack').some((receipt) => receipt.execId === execId),
  )
  const last = Math.max(...items(conversation).map(({ seq }) => seq))
  await until('data.ack', () => receivedFrames(conversation, 'data.ack').some(({ seq }) => seq > last))
  const [tries, conversations, drainedAt] = [relay.attempts.length, relay.conversations.length, performance.now()]
  conversation.send({ v: 1, t: 'drain', d: { reconnectInMs: DRAIN_FOR_MS } })
  conversation.close(closeCode.draining, 'The server is stopping')
  const next = await nextConversation(trial, conversations)
  const afterMs = (relay.attempts[tries]?.at ?? 0) - drainedAt
  ensure(afterMs > DRAIN_FOR_MS - TOLERANCE_MS, `It came after ${Math.round(afterMs)} ms, not ${DRAIN_FOR_MS}`)
  return next
}

/** Checks the agent when it is refused. */
export async function checkRefusals({ relay }: Trial, check: Check): Promise<void> {
  await check('waits as long as Retry-After says', async () => {
    const tries = relay.attempts.length
    relay.state.refusal = { status: 503, retryAfterS: RETRY_AFTER_S }
    relay.cut()
    const second = await until('Two tries', () => relay.attempts[tries + 1], 40_000)
    const afterMs = second.at - (relay.attempts[tries]?.at ?? 0)
    ensure(afterMs > RETRY_AFTER_S * 1000 - TOLERANCE_MS, `It came after ${Math.round(afterMs)} ms`)
  })
  await check('does not insist where it is refused', async () => {
    relay.state.refusal = { status: 500 }
    await ensureFewTries(relay.attempts)
  })
  relay.state.refusal = null
}

/** Ensures that the agent makes only a few tries within `WATCH_FOR_MS`. */
async function ensureFewTries(attempts: unknown[]): Promise<void> {
  const before = attempts.length
  await delay(WATCH_FOR_MS)
  const tries = attempts.length - before
  ensure(tries <= TRIES_MAX, `It tried ${tries} times in ${WATCH_FOR_MS / 1000} s`)
}

/** Checks the agent after a restart, and with tokens that are no longer valid. */
export async function checkRestart(trial: Trial, agent: { kill(): Promise<void> }, check: Check): Promise<void> {
  const { relay, start, token } = trial
  const runId = helloOf(relay.conversations.at(-1) ?? currentConversation(trial))?.runId
  await agent.kill()
  const conversations = relay.conversations.length
  const second = start()
  await check('is a new run after a new start', async () => {
    const next = await nextConversation(trial, conversations)
    ensure(helloOf(next)?.runId !== runId, 'runId is the same')
  })
  await check('does not insist with a token that was taken back', async () => {
    await trial.revoke()
    await ensureFewTries(relay.attempts)
  })
  await second.kill()
  await check('does not insist with a token that nobody knows', async () => {
    const tries = relay.attempts.length
    const stranger = start(token.replace(/.{43}$/, 'x'.repeat(43)))
    await until('A try', () => relay.attempts.length > tries)
    await ensureFewTries(relay.attempts)
    await stranger.kill()
  })
}
