import { expect, test } from 'vitest'
import { permissionChanges, permissionTexts } from '#web/components/catalogue/permissions.ts'

const nothing = { origins: [], agents: false, storage: false }

test('a module that only draws needs no permission', () => {
  expect(permissionTexts(nothing)).toEqual([])
  expect(permissionChanges(nothing, nothing)).toEqual([])
})

test('a change names new permissions first, then kept ones, then dropped ones', () => {
  const before = { origins: ['https://a.example', 'https://b.example'], agents: false, storage: true }
  const after = { origins: ['https://b.example', 'https://c.example'], agents: true, storage: false }
  expect(permissionChanges(before, after).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'new: Asks https://c.example through this server',
    'new: Reads the agents that are chosen in its form',
    'kept: Asks https://b.example through this server',
    'gone: Asks https://a.example through this server',
    'gone: Stores up to 64 KiB for each widget',
  ])
})
