import os from 'node:os'

type Sources = { wall(): number; upSeconds(): number }
const ofMachine: Sources = { wall: Date.now, upSeconds: os.uptime }

/**
 * The time, in ms, by this machine's clock as it was at the start. It goes on by what the machine has been up, asleep or
 * not: whoever sets the clock in between moves no measurement and no deadline.
 */
export function createClock({ wall, upSeconds }: Sources = ofMachine) {
  const start = wall() - upSeconds() * 1000
  return { now: (): number => Math.round(start + upSeconds() * 1000) }
}
