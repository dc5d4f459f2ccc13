import type { AgentFrame, ServerFrame } from '@atalaya/contract/agent-protocol'
import type { Log } from '#agent/log.ts'
import { causeOf } from './line.ts'
import type { Pauses } from './pauses.ts'

/** Time between two complaints in the log about unusable frames. */
const COMPLAINT_MS = 60_000

type Handlers = { greeting(): AgentFrame; onFrame(frame: ServerFrame): void }

/** Handles the server's frames. A bad frame affects no other one. */
export function createReceiver(
  log: Log,
  pauses: Pauses,
  { greeting, onFrame }: Handlers,
  now = () => performance.now(),
) {
  let quietUntil = Number.NEGATIVE_INFINITY

  function complain(what: string): void {
    if (now() < quietUntil) return
    quietUntil = now() + COMPLAINT_MS
    log.say(what)
  }

  return {
    /** Handles a frame; a failure is logged. */
    follow(frame: ServerFrame): void {
      if (frame.t === 'drain') pauses.next(frame.d.reconnectInMs)
      try {
        onFrame(frame)
      } catch (error) {
        complain(`The server's ${frame.t} could not be followed: ${causeOf(error)}`)
      }
    },
    /** Handlers that every line shares. */
    lineHandlers: {
      greeting,
      onUnusable: (why: string): void => complain(`The server sent an unusable frame: ${why}`),
    },
  }
}
