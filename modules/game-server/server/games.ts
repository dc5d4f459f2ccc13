import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Suggestion } from '@atalaya/module-sdk/server'

const SUGGESTED_MAX = 50

/** Protocols whose servers need an account for queries, or are found only in a public list. */
const CLOSED_PROTOCOLS = new Set([
  'discord',
  'farmingsimulator',
  'minetest',
  'nadeo',
  'palworld',
  'satisfactory',
  'sdtd',
  'terraria',
])

type ListedGame = {
  name: string
  release_year?: number
  options: { protocol: string; port?: number; port_query?: number; port_query_offset?: number | number[] }
}

/** gamedig's list of games alone: the rest of it, 40 MB of memory, is for the query thread. */
const { resolve } = createRequire(import.meta.url)
const list = new URL('../lib/games.js', pathToFileURL(resolve('gamedig')))
const { games } = (await import(list.href)) as { games: Readonly<Record<string, ListedGame>> }

const openGames = Object.entries(games)
  .filter(([, { options }]) => !CLOSED_PROTOCOLS.has(options.protocol))
  .map(([id, { name, release_year: year, options }]) => ({
    id,
    name,
    label: year ? `${name} (${year})` : name,
    options,
  }))
type Game = (typeof openGames)[number]

/** Rank of a game for a typed text; the lower the better, null without a match. */
function rank({ id, name }: Game, text: string): number | null {
  const lower = name.toLowerCase()
  if (id === text || lower === text) return 0
  if (lower.startsWith(text)) return 1
  return lower.includes(text) || id.includes(text) ? 2 : null
}

/** Games by a part of their names. */
export function suggestGames(text: string): Suggestion[] {
  const typed = text.trim().toLowerCase()
  return openGames
    .map((game) => ({ game, place: rank(game, typed) }))
    .filter(({ place }) => place !== null)
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0) || a.game.name.localeCompare(b.game.name))
    .slice(0, SUGGESTED_MAX)
    .map(({ game: { id, label } }) => ({ value: id, label }))
}

/** The game of an id, or of a name; null for one that can't be asked. */
export function findGame(text: string): Game | null {
  const typed = text.trim().toLowerCase()
  return openGames.find(({ id }) => id === typed) ?? openGames.find(({ name }) => name.toLowerCase() === typed) ?? null
}
