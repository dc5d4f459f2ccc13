import { setTimeout as pause } from 'node:timers/promises'
import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { commands } from '@atalaya/contract/commands'
import { users } from '@atalaya/contract/users'
import type { Clock } from './clock.ts'
import { type DemoDisplay, demoDisplays, pairDisplay } from './displays.ts'
import { type Machine, machines } from './machines.ts'
import { measurements } from './measure.ts'
import type { Outside } from './outside.ts'
import { makePages } from './pages.ts'
import { emailOf, PASSWORD, people } from './people.ts'
import { type SimulatedAgent, startSimulatedAgent } from './simulated-agent.ts'
import { createSimulatedScreen } from './simulated-screen.ts'
import { hostAt, strangerAt, visitorAt } from './visitor.ts'
import { watchFleet } from './watch.ts'

const DAY_MS = 24 * 60 * 60_000
const POLL_EVERY_MS = 50
const UNDERWAY = ['queued', 'sent', 'delivered', 'running'] as const
/** Days before today: registration of the machines, creation of their pages, and last data of the offline machines. */
const REGISTERED_DAYS_AGO = 25
const PAGES_MADE_DAYS_AGO = 20
const LAST_ONLINE_DAYS_AGO = 2.6

type PastCommand = { daysAgo: number; by: string; command: string; args?: Record<string, string>; to: string[] }
/** Commands of the past. Without names they go to all online agents. */
const pastCommands: PastCommand[] = [
  { daysAgo: 2.6, by: 'ines', command: 'run-action', args: { name: 'backup' }, to: ['db-1', 'backup'] },
  { daysAgo: 1.2, by: 'marina', command: 'service.restart', args: { unit: 'smbd.service' }, to: ['garage-nas'] },
  { daysAgo: 0.9, by: 'marina', command: 'ping', to: [] },
  { daysAgo: 0.2, by: 'marina', command: 'run-action', args: { name: 'clean-up' }, to: ['garage-nas', 'attic-pi'] },
  { daysAgo: 0.05, by: 'marina', command: 'diagnose', to: ['garage-nas'] },
]

type Setup = { url: string; clock: Clock; outside: Outside; historyDays: number }
type RegisteredAgents = Map<string, { agentId: string; token: string }>
/** Tokens of simulated agents and screens, with their names. */
export type SimulatedTokens = { agents: [string, string][]; screens: [string, string][] }
/** Scene that happens once, `daysAgo` days before today. */
type Scene = { daysAgo: number; play(): Promise<void> }

/** First day of the story, in days before today: no clock may go back while the server runs. */
export const FIRST_DAY = Math.max(...people.map(({ joinedDaysAgo }) => joinedDaysAgo))

/**
 * Plays the last six weeks of the demo through the product's own calls and connections. Returns the tokens of machines
 * and displays by their names.
 */
export async function playStory({ url, clock, outside, historyDays }: Setup): Promise<SimulatedTokens> {
  const registered: RegisteredAgents = new Map()
  const screens = new Map<string, string>()
  const machineWork = createMachineWork({ url, clock, registered, historyDays })
  const scenes: Scene[] = [
    ...people.map((person) => ({ daysAgo: person.joinedDaysAgo, play: () => registerPerson(url, person) })),
    ...people.map((person) => ({
      daysAgo: person.seenDaysAgo,
      play: async () => void (await visitorAt(url, person.username)),
    })),
    { daysAgo: REGISTERED_DAYS_AGO, play: () => registerMachines(url, registered) },
    { daysAgo: PAGES_MADE_DAYS_AGO, play: () => makeBoards(url, registered, outside) },
    ...demoDisplays.flatMap((display) => scenesOf(url, display, screens)),
    { daysAgo: LAST_ONLINE_DAYS_AGO, play: machineWork.begin },
    ...pastCommands.map((past) => ({ daysAgo: past.daysAgo, play: () => runCommand(url, registered, past) })),
    { daysAgo: 0, play: () => lockOut(url) },
  ]
  for (const { daysAgo, play } of scenes.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    clock.goBackTo(daysAgo)
    await play()
  }
  await machineWork.end()
  await watchFleet(await visitorAt(url, 'marina'))
  return { agents: [...registered].map(([name, { token }]) => [name, token]), screens: [...screens] }
}

async function makeBoards(url: string, registered: RegisteredAgents, outside: Outside): Promise<void> {
  const ids = new Map([...registered].map(([name, { agentId }]) => [name, agentId]))
  await makePages(await visitorAt(url, 'marina'), ids, outside)
}

/** Pairs a display. An offline one reports its state a last time. */
function scenesOf(url: string, display: DemoDisplay, screens: Map<string, string>): Scene[] {
  const { name, pairedDaysAgo, offlineDaysAgo } = display
  const pair = async () => {
    screens.set(name, await pairDisplay(url, await visitorAt(url, 'marina'), display))
  }
  const reportLast = () => createSimulatedScreen({ url, token: screens.get(name) ?? '', display }).report()
  return [
    { daysAgo: pairedDaysAgo, play: pair },
    ...(offlineDaysAgo === null ? [] : [{ daysAgo: offlineDaysAgo, play: reportLast }]),
  ]
}

async function registerPerson(
  url: string,
  { joinedDaysAgo: _joined, seenDaysAgo: _seen, as, ...profile }: (typeof people)[number],
) {
  const body = { ...profile, email: emailOf(profile), password: PASSWORD }
  const newcomerAt = profile.username === people[0]?.username ? hostAt : strangerAt
  const { user } = await newcomerAt(url)(auth.register, { body })
  if (as !== 'admin') return
  const call = await visitorAt(url, 'marina')
  await call(users.setRole, { params: { id: user._id }, body: { role: 'admin' } })
}

async function lockOut(url: string): Promise<void> {
  const call = await visitorAt(url, 'marina')
  const { users: all } = await call(users.list, {})
  const lockedNames = people.filter(({ as }) => as === 'locked out').map(({ username }) => username)
  for (const { _id: id } of all.filter(({ username }) => lockedNames.includes(username))) {
    await call(users.setStatus, { params: { id }, body: { isActive: false } })
  }
}

async function registerMachines(url: string, registered: RegisteredAgents): Promise<void> {
  for (const [owner, machinesOfOwner] of Map.groupBy(machines, (machine) => machine.owner)) {
    const call = await visitorAt(url, owner)
    for (const { name, tags } of machinesOfOwner) {
      const { agent, token } = await call(agents.register, { body: { name, tags } })
      registered.set(name, { agentId: agent.agentId, token })
    }
  }
}

/** Lets online machines execute commands. Offline machines send their data and disconnect. */
function createMachineWork({
  url,
  clock: { now },
  registered,
  historyDays,
}: Omit<Setup, 'outside'> & { registered: RegisteredAgents }) {
  let running: { agent: SimulatedAgent; machine: Machine }[] = []
  const start = async (machine: Machine) => {
    const token = registered.get(machine.name)?.token ?? ''
    return { agent: await startSimulatedAgent({ url, token, machine, now }), machine }
  }
  return {
    async begin(): Promise<void> {
      running = await Promise.all(machines.map(start))
      for (const { agent, machine } of running.filter(({ machine }) => machine.isOffline)) {
        await agent.send(measurements(machine, now() - historyDays * DAY_MS, now(), now()))
        await agent.stop()
      }
    },
    end: async () => void (await Promise.all(running.map(({ agent }) => agent.stop()))),
  }
}

/** Sends a command and waits until it has ended everywhere. */
async function runCommand(
  url: string,
  registered: RegisteredAgents,
  { by, command, args, to }: PastCommand,
): Promise<void> {
  const call = await visitorAt(url, by)
  const agentIds = to.map((name) => registered.get(name)?.agentId ?? '')
  const body = { command, onlineOnly: true, ...(args && { args }), ...(agentIds.length > 0 && { agentIds }) }
  const { batchId } = await call(commands.send, { body, query: {} })
  while (true) {
    const { batch } = await call(commands.batch, { params: { id: batchId }, query: { page: 1, pageSize: 1 } })
    if (UNDERWAY.every((status) => !batch.counts[status])) return
    await pause(POLL_EVERY_MS)
  }
}
