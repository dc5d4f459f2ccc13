import os from 'node:os'

type Sources = { wall(): number; upSeconds(): number }
const ofMachine: Sources = { wall: Date.now, upSeconds: os.uptime }

/**
 * The time in ms: this machine's clock at the start plus its uptime, sleep included. If somebody sets the clock later,
 * no measurement and no deadline moves.
 */
export function createClock({ wall, upSeconds }: Sources = ofMachine) {
  const start = wall() - upSeconds() * 1000
  return { now: (): number => Math.round(start + upSeconds() * 1000) }
}
