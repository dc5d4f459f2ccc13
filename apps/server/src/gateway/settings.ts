/** Times, rates and bounds of the agents' connections. Tests pass shorter ones. */
export const gatewaySettings = {
  /** Time within which a new connection must send its hello. */
  helloMs: 5_000,
  /** Interval of pings, below the 60 s after which many proxies drop a silent connection. */
  pingEveryMs: 25_000,
  pongMs: 10_000,
  /** Time that a lost agent counts as reconnecting before it counts as offline. */
  graceMs: 20_000,
  /** Time that an agent counts as reconnecting after an announced restart of the agent or the server. */
  restartGraceMs: 60_000,
  /** Time that an agent counts as online after a post, if it has no connection. */
  postGraceMs: 300_000,
  /** Interval of an instance's beats, and the silence after which its agents count as disconnected. */
  beatEveryMs: 5_000,
  leaseMs: 15_000,
  /** Intervals of batched writes: changes of status, and times of last contact. */
  presenceEveryMs: 200,
  lastSeenEveryMs: 30_000,
  /** Seconds between two reports of an agent. */
  reportS: 10,
  upgradesPerSecond: 200,
  connectsPerMinute: 6,
  /** Bounds of the queue for a slow reader; beyond them it is cut off. */
  sendQueueFrames: 256,
  sendQueueBytes: 1024 * 1024,
  /** Minimum time over which agents come back after a drain. */
  drainSpreadMs: 5_000,
}
export type GatewaySettings = typeof gatewaySettings
