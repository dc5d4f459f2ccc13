import { type BytesHandler, isUpgrade, type Piped } from './tcp-proxy.ts'
import { createFrameReader, type WsFrame } from './ws-frames.ts'

/** Process to kill before or after the next frame of this type is passed on. */
export type KillPoint = { frameType: string; when: 'before' | 'after'; target: 'server' | 'agents' }

const STUCK_FOR_MS = 300
const DELAY_MAX_MS = 40
/** Probability of each fault, per frame; other frames pass unchanged. */
const odds = { cut: 0.01, torn: 0.01, stuck: 0.004, doubled: 0.05, late: 0.05 }
type Fault = keyof typeof odds

type Connection = {
  isSocket: boolean | null
  /** Half open: nothing gets through, and neither end notices. */
  isStuck: boolean
  directions: Record<'up' | 'down', { read: ReturnType<typeof createFrameReader>; held: Buffer[] | null }>
}

/**
 * Faults of networks for WebSocket frames: connections that are cut, also in the middle of a frame, or half open;
 * frames that come late or twice. At a chosen frame it has a process killed.
 */
export function createChaos(random: () => number, kill: (target: KillPoint['target']) => void) {
  const connections = new WeakMap<Piped, Connection>()
  const counts: Record<Fault, number> = { cut: 0, torn: 0, stuck: 0, doubled: 0, late: 0 }
  let armed: { point: KillPoint; fired: () => void } | null = null

  function connectionOf(piped: Piped): Connection {
    const known = connections.get(piped)
    if (known) return known
    const newDirection = () => ({ read: createFrameReader(), held: null })
    const connection: Connection = {
      isSocket: null,
      isStuck: false,
      directions: { up: newDirection(), down: newDirection() },
    }
    connections.set(piped, connection)
    return connection
  }

  function faultFor(): Fault | null {
    let chance = random()
    for (const [fault, share] of Object.entries(odds)) {
      if (chance < share) return fault as Fault
      chance -= share
    }
    return null
  }

  function hold(connection: Connection, direction: 'up' | 'down', piped: Piped): void {
    connection.directions[direction].held = []
    setTimeout(() => {
      for (const bytes of connection.directions[direction].held ?? []) piped.pass(bytes, direction)
      connection.directions[direction].held = null
    }, random() * DELAY_MAX_MS)
  }

  function pass({ bytes }: WsFrame, direction: 'up' | 'down', piped: Piped): void {
    const { held } = connectionOf(piped).directions[direction]
    if (held) held.push(bytes)
    else piped.pass(bytes, direction)
  }

  const applyFault: Record<Fault, (frame: WsFrame, direction: 'up' | 'down', piped: Piped) => void> = {
    cut: (_frame, _direction, piped) => piped.cut(),
    torn({ bytes }, direction, piped) {
      piped.pass(bytes.subarray(0, Math.ceil(bytes.length / 2)), direction)
      piped.cut()
    },
    stuck(_frame, _direction, piped) {
      connectionOf(piped).isStuck = true
      setTimeout(piped.cut, STUCK_FOR_MS)
    },
    doubled(frame, direction, piped) {
      for (let n = 0; n < 2; n++) pass(frame, direction, piped)
    },
    late(frame, direction, piped) {
      if (!connectionOf(piped).directions[direction].held) hold(connectionOf(piped), direction, piped)
      pass(frame, direction, piped)
    },
  }

  function handle(frame: WsFrame, direction: 'up' | 'down', piped: Piped): void {
    const kind = frame.text === null ? null : /"t":"([\w.]+)"/.exec(frame.text)?.[1]
    if (kind && kind === armed?.point.frameType) {
      const { point, fired } = armed
      armed = null
      if (point.when === 'after') pass(frame, direction, piped)
      kill(point.target)
      fired()
      return
    }
    const fault = frame.text === null ? null : faultFor()
    if (fault) {
      counts[fault]++
      applyFault[fault](frame, direction, piped)
    } else pass(frame, direction, piped)
  }

  const handleBytes: BytesHandler = (chunk, direction, piped) => {
    const connection = connectionOf(piped)
    connection.isSocket ??= isUpgrade(chunk)
    if (connection.isStuck) return
    if (!connection.isSocket) piped.pass(chunk, direction)
    else
      for (const frame of connection.directions[direction].read(chunk))
        if (!connection.isStuck) handle(frame, direction, piped)
  }

  return {
    handleBytes,
    counts,
    /** Resolves when the process was killed at that point. */
    arm: (point: KillPoint): Promise<void> =>
      new Promise((resolve) => {
        armed = { point, fired: resolve }
      }),
  }
}
