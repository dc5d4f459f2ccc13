import { type BytesHandler, isUpgrade, type Piped } from './tcp-proxy.ts'
import { createFrameReader, type WsFrame } from './ws-frames.ts'

/** Process to kill before or after the next frame of the type `at` is passed on. */
export type KillPoint = { at: string; when: 'before' | 'after'; whom: 'server' | 'agents' }

const STUCK_FOR_MS = 300
const DELAY_MAX_MS = 40
/** Probability of each fault, per frame; other frames pass unchanged. */
const odds = { cut: 0.01, torn: 0.01, stuck: 0.004, doubled: 0.05, late: 0.05 }
type Fault = keyof typeof odds

type Connection = {
  isSocket: boolean | null
  /** Half open: nothing gets through, and neither end notices. */
  isStuck: boolean
  ways: Record<'up' | 'down', { read: ReturnType<typeof createFrameReader>; held: Buffer[] | null }>
}

/**
 * Faults of networks for WebSocket frames: connections that are cut, also in the middle of a frame, or half open;
 * frames that come late or twice. At a chosen frame it has a process killed.
 */
export function createChaos(random: () => number, kill: (whom: KillPoint['whom']) => void) {
  const connections = new WeakMap<Piped, Connection>()
  const counts: Record<Fault, number> = { cut: 0, torn: 0, stuck: 0, doubled: 0, late: 0 }
  let armed: { point: KillPoint; fired: () => void } | null = null

  function connectionOf(piped: Piped): Connection {
    const known = connections.get(piped)
    if (known) return known
    const way = () => ({ read: createFrameReader(), held: null })
    const connection: Connection = { isSocket: null, isStuck: false, ways: { up: way(), down: way() } }
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

  function hold(connection: Connection, way: 'up' | 'down', piped: Piped): void {
    connection.ways[way].held = []
    setTimeout(() => {
      for (const bytes of connection.ways[way].held ?? []) piped.pass(bytes, way)
      connection.ways[way].held = null
    }, random() * DELAY_MAX_MS)
  }

  function pass({ bytes }: WsFrame, way: 'up' | 'down', piped: Piped): void {
    const { held } = connectionOf(piped).ways[way]
    if (held) held.push(bytes)
    else piped.pass(bytes, way)
  }

  const sufferings: Record<Fault, (frame: WsFrame, way: 'up' | 'down', piped: Piped) => void> = {
    cut: (_frame, _way, piped) => piped.cut(),
    torn({ bytes }, way, piped) {
      piped.pass(bytes.subarray(0, Math.ceil(bytes.length / 2)), way)
      piped.cut()
    },
    stuck(_frame, _way, piped) {
      connectionOf(piped).isStuck = true
      setTimeout(piped.cut, STUCK_FOR_MS)
    },
    doubled(frame, way, piped) {
      for (let n = 0; n < 2; n++) pass(frame, way, piped)
    },
    late(frame, way, piped) {
      if (!connectionOf(piped).ways[way].held) hold(connectionOf(piped), way, piped)
      pass(frame, way, piped)
    },
  }

  function handle(frame: WsFrame, way: 'up' | 'down', piped: Piped): void {
    const kind = frame.text === null ? null : /"t":"([\w.]+)"/.exec(frame.text)?.[1]
    if (kind && kind === armed?.point.at) {
      const { point, fired } = armed
      armed = null
      if (point.when === 'after') pass(frame, way, piped)
      kill(point.whom)
      fired()
      return
    }
    const fault = frame.text === null ? null : faultFor()
    if (fault) {
      counts[fault]++
      sufferings[fault](frame, way, piped)
    } else pass(frame, way, piped)
  }

  const meddle: BytesHandler = (chunk, way, piped) => {
    const connection = connectionOf(piped)
    connection.isSocket ??= isUpgrade(chunk)
    if (connection.isStuck) return
    if (!connection.isSocket) piped.pass(chunk, way)
    else for (const frame of connection.ways[way].read(chunk)) if (!connection.isStuck) handle(frame, way, piped)
  }

  return {
    meddle,
    counts,
    /** Resolves when the process was killed at that point. */
    arm: (point: KillPoint): Promise<void> =>
      new Promise((resolve) => {
        armed = { point, fired: resolve }
      }),
  }
}
