import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import {
  actionCommands,
  agentCommand,
  type PaletteCommand,
  pageCommand,
  screenCommands,
  sendingCommand,
  sendingToTag,
  splitVerb,
  userCommand,
} from '#web/app/palette/commands.ts'
import { matchScore } from '#web/app/palette/match.ts'
import { paletteAgentsQuery } from '#web/app/palette/palette.queries.ts'
import { readRecent, splitRecent } from '#web/app/palette/recent.ts'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { tagsQuery } from '#web/lib/agent-reach.ts'
import { createTagFinder } from '#web/lib/selector-words.ts'
import { usersQuery } from '#web/lib/session/accounts.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

/** Maximum agents, and maximum tags, that commands are offered for; typing on finds the others. */
const TARGETS_MAX = 4

export type CommandGroup = { title: string; commands: PaletteCommand[] }

/** Commands and groups that match typed text, the best match first. Without text all keep their order. */
export function search(groups: CommandGroup[], typed: string): CommandGroup[] {
  const scored = groups.map(({ title, commands }) => {
    const matching = commands
      .map((command) => ({ command, score: matchScore(typed, [command.title, command.hint ?? '', title]) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
    return { title, commands: matching.map(({ command }) => command), best: matching[0]?.score ?? 0 }
  })
  return scored.filter(({ best }) => best > 0).sort((a, b) => b.best - a.best)
}

/** Commands of the palette for typed text, in groups; recent ones first. */
export function useCommands(typed: string): CommandGroup[] {
  const user = useSession()?.user
  const deferredText = useDeferredValue(typed.trim())
  const pages = useQuery(pagesQuery)
  const { verb, rest: typedName } = splitVerb(deferredText)
  const agents = useQuery(paletteAgentsQuery(typedName))
  const matchingAgents = agents.data ?? []
  const tags = useQuery({ ...tagsQuery, enabled: verb !== null })
  const matchingTags = (tags.data ?? []).filter(createTagFinder(typedName)).slice(0, TARGETS_MAX)
  const users = useQuery({ ...usersQuery, enabled: isAdmin(user) })

  const groups: CommandGroup[] = [
    { title: 'Screens', commands: screenCommands(user?.role) },
    { title: 'Pages', commands: (pages.data ?? []).map(pageCommand) },
    { title: 'Agents', commands: matchingAgents.map(agentCommand) },
    {
      title: 'Commands',
      commands: verb
        ? [
            ...matchingAgents.slice(0, TARGETS_MAX).map((agent) => sendingCommand(verb, agent)),
            ...matchingTags.map((tag) => sendingToTag(verb, tag)),
          ]
        : [],
    },
    { title: 'Users', commands: (users.data ?? []).map(userCommand) },
    { title: 'Actions', commands: actionCommands(isAdmin(user)) },
  ]
  const all = groups.flatMap(({ commands }) => commands)
  const { recent } = splitRecent(all, readRecent(user?._id ?? ''))
  const rest = groups.map(({ title, commands }) => ({ title, commands: commands.filter((it) => !recent.includes(it)) }))
  return search([{ title: 'Recent', commands: recent }, ...rest], typed)
}
