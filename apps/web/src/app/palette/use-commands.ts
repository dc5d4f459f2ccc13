import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import {
  actionCommands,
  agentCommand,
  type Command,
  pageCommand,
  screenCommands,
  userCommand,
} from '#web/app/palette/commands.ts'
import { paletteAgentsQuery, palettePagesQuery, paletteUsersQuery } from '#web/app/palette/palette.queries.ts'
import { readRecent, recentFirst } from '#web/app/palette/recent.ts'
import { isAdmin, useSession } from '#web/lib/session.ts'

export type CommandGroup = { title: string; commands: Command[] }

/** All that the palette offers for what was typed, in groups; recent ones first. */
export function useCommands(search: string): CommandGroup[] {
  const user = useSession()?.user
  const wanted = useDeferredValue(search.trim())
  const pages = useQuery(palettePagesQuery)
  const agents = useQuery(paletteAgentsQuery(wanted))
  const users = useQuery({ ...paletteUsersQuery, enabled: isAdmin(user) })

  const groups: CommandGroup[] = [
    { title: 'Screens', commands: screenCommands(user?.role) },
    { title: 'Pages', commands: (pages.data ?? []).map(pageCommand) },
    { title: 'Agents', commands: (agents.data ?? []).map(agentCommand) },
    { title: 'Users', commands: (users.data ?? []).map(userCommand) },
    { title: 'Actions', commands: actionCommands },
  ]
  const all = groups.flatMap(({ commands }) => commands)
  const { recent } = recentFirst(all, readRecent(user?._id ?? ''))
  const rest = groups.map(({ title, commands }) => ({ title, commands: commands.filter((it) => !recent.includes(it)) }))
  return [{ title: 'Recent', commands: recent }, ...rest].filter(({ commands }) => commands.length > 0)
}
