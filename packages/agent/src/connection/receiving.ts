import type { AgentFrame, ServerFrame } from '@atalaya/contract/agent-protocol'
import type { Log } from '#agent/log.ts'
import { causeOf } from './connection.ts'
import type { Pauses } from './pauses.ts'

/** Minimum time between two warnings in the log about invalid frames. */
const WARNING_INTERVAL_MS = 60_000

type Handlers = { hello(): AgentFrame; onFrame(frame: ServerFrame): void }

/** Handles the server's frames. A bad frame affects no other one. */
export function createReceiver(log: Log, pauses: Pauses, { hello, onFrame }: Handlers, now = () => performance.now()) {
  let mutedUntil = Number.NEGATIVE_INFINITY

  function warn(what: string): void {
    if (now() < mutedUntil) return
    mutedUntil = now() + WARNING_INTERVAL_MS
    log.say(what)
  }

  return {
    /** Handles a frame; a failure is logged. */
    handle(frame: ServerFrame): void {
      if (frame.t === 'drain') pauses.setNext(frame.d.reconnectInMs)
      try {
        onFrame(frame)
      } catch (error) {
        warn(`The server's ${frame.t} could not be handled: ${causeOf(error)}`)
      }
    },
    /** Handlers that every connection shares. */
    connectionHandlers: {
      hello,
      onInvalidFrame: (why: string): void => warn(`The server sent an unusable frame: ${why}`),
    },
  }
}
