import type { AgentFrame, Item, ServerFrame } from '@atalaya/contract/agent-protocol'
import type { Conversation } from './relay.ts'
import { type Trial, until, Violation } from './trial.ts'

type SentData<T extends AgentFrame['t']> = Extract<AgentFrame, { t: T }>['d'][]
type ReceivedData<T extends ServerFrame['t']> = Extract<ServerFrame, { t: T }>['d'][]

/** Frames of this kind that the agent sent after its first `from` frames. */
export const sentFrames = <T extends AgentFrame['t']>(conversation: Conversation, t: T, from = 0) =>
  conversation.sent.slice(from).flatMap((frame) => (frame.t === t ? [frame.d] : [])) as SentData<T>
/** Frames of this kind that the agent received. */
export const receivedFrames = <T extends ServerFrame['t']>(conversation: Conversation, t: T) =>
  conversation.received.flatMap((frame) => (frame.t === t ? [frame.d] : [])) as ReceivedData<T>

export const items = (conversation: Conversation): Item[] => sentFrames(conversation, 'data').flat()
export const results = (conversation: Conversation, execId: string, from = 0) =>
  sentFrames(conversation, 'cmd.result', from).filter((result) => result.execId === execId)
export const helloOf = (conversation: Conversation) => sentFrames(conversation, 'hello')[0]

/** The conversation that goes on now. */
export function currentConversation({ relay }: Trial): Conversation {
  const last = relay.conversations.at(-1)
  if (!last || last.isOver) throw new Violation('The agent is not connected')
  return last
}

/** Skips the first `count` conversations, and waits until the agent is welcomed in a later one. */
export function nextConversation({ relay }: Trial, count: number): Promise<Conversation> {
  const findConversation = () => {
    const last = relay.conversations.length > count ? relay.conversations.at(-1) : undefined
    return last && !last.isOver && receivedFrames(last, 'welcome').length > 0 && last
  }
  return until('A new connection with hello', findConversation, 40_000)
}
