import type { Answer } from 'gamedig'
import { PLAYERS_MAX, type Reading, TEXT_MAX } from './querying/messages.ts'

/** Longer texts are cut before they are looked at. */
const RAW_MAX = TEXT_MAX * 10
const PARTS_MAX = 20
const DEPTH_MAX = 4

type Player = Reading['players'][number]

/** Control characters, and the colour codes of Minecraft. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here.
const NOISE = /§.|[\u0000-\u001f\u007f]/g

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

function textOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value).slice(0, RAW_MAX).replace(NOISE, ' ').replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX)
}

/** Some protocols give numbers as texts. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Reads texts, too: '0' is false, although JavaScript takes it for true. */
const isTrue = (value: unknown) => value === true || (numberOf(value) ?? 0) > 0 || value === 'true'

/** A Minecraft chat component: a text, or texts within texts. */
function flatten(component: unknown, depth = 0): string {
  if (typeof component === 'string') return component
  if (depth > DEPTH_MAX) return ''
  const extra = field(component, 'extra')
  const parts = Array.isArray(extra) ? extra.slice(0, PARTS_MAX).map((part) => flatten(part, depth + 1)) : []
  const text = field(component, 'text')
  return [typeof text === 'string' ? text.slice(0, RAW_MAX) : '', ...parts].join('').slice(0, RAW_MAX)
}

function playersOf(list: unknown, isBot: boolean): Player[] {
  if (!Array.isArray(list)) return []
  return list.slice(0, PLAYERS_MAX).map((player) => {
    const raw = field(player, 'raw')
    const score = [field(raw, 'frags'), field(raw, 'score'), field(player, 'score')].map(numberOf)
    return { name: textOf(field(player, 'name')), score: score.find((points) => points !== null) ?? null, isBot }
  })
}

/** Brings an answer of gamedig, whose values differ from game to game, to one form. */
export function toReading(answer: Answer): Reading {
  const { raw } = answer
  const people = playersOf(answer.players, false).filter(({ name }) => name !== '')
  const bots = playersOf(answer.bots, true).filter(({ name }) => name !== '')
  return {
    name: textOf(answer.name) || textOf(flatten(field(raw, 'description'))),
    map: textOf(answer.map),
    version: textOf(answer.version) || textOf(field(field(raw, 'version'), 'name')),
    isLocked: isTrue(answer.password),
    online: numberOf(answer.numplayers) ?? people.length + bots.length,
    max: numberOf(answer.maxplayers),
    players: [...people, ...bots].slice(0, PLAYERS_MAX),
    ping: numberOf(answer.ping) ?? 0,
  }
}
