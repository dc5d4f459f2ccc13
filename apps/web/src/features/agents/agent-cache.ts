import type { Agent, AgentRecord } from '@atalaya/contract/agents'
import type { Batch, Command } from '@atalaya/contract/commands'
import type { Sample } from '@atalaya/contract/events'
import type { AgentList } from '#web/features/agents/agent-list.ts'
import { pageCount } from '#web/lib/calls/paging.ts'

/** Updates an agent in the list; returns the same list if the agent is not on it. */
export function mergeAgent(list: AgentList, agent: Agent): AgentList {
  if (!list.items.some((item) => item.id === agent.agentId)) return list
  const items = list.items.map((item) => (item.id === agent.agentId ? { ...item, ...agent } : item))
  return { ...list, items }
}

/** Removes an agent from the list; returns the same list if the agent is not on it. */
export function removeFromList(list: AgentList, agentId: string): AgentList {
  const items = list.items.filter((item) => item.id !== agentId)
  if (items.length === list.items.length) return list
  const total = Math.max(0, list.total - 1)
  return { ...list, items, total, pages: pageCount(total, list.pageSize) }
}

export const holdsAgent = (list: AgentList | undefined, agentId: string) =>
  list?.items.some((item) => item.id === agentId) ?? false

/** The later of two samples; the known one if both have the same time. */
export function newerSample(known: Sample | null, received: Sample): Sample {
  return known && known.at >= received.at ? known : received
}

/** Maximum number of an agent's records that are fetched and kept. */
export const RECORDS_SHOWN = 20

/** Adds new records in front, without duplicates, up to the number shown. */
export function mergeRecords(known: AgentRecord[], received: AgentRecord[]): AgentRecord[] {
  const ids = new Set(received.map((record) => record._id))
  const all = [...received, ...known.filter((record) => !ids.has(record._id))]
  return all.sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, RECORDS_SHOWN)
}

export type Commands = { commands: Command[] }

export const holdsCommand = (page: Commands, id: string) => page.commands.some(({ commandId }) => commandId === id)

/** Updates a command on the page; returns the same page if the command is not on it. */
export function mergeCommand<T extends Commands>(page: T, command: Command): T {
  if (!holdsCommand(page, command.commandId)) return page
  const commands = page.commands.map((listed) => (listed.commandId === command.commandId ? command : listed))
  return { ...page, commands }
}

export type BatchPageData = Commands & { batch: Batch }

/** Updates one command of a batch, and moves it to its new state in the counts. */
export function mergeBatchCommand<T extends BatchPageData>(results: T, command: Command): T {
  const oldCommand = results.commands.find(({ commandId }) => commandId === command.commandId)
  if (!oldCommand) return results
  const counts = { ...results.batch.counts }
  counts[oldCommand.status] = (counts[oldCommand.status] ?? 1) - 1
  counts[command.status] = (counts[command.status] ?? 0) + 1
  return { ...mergeCommand(results, command), batch: { ...results.batch, counts } }
}
