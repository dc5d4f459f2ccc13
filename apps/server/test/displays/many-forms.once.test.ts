import { expect, onTestFinished, test } from 'vitest'
import { createFindDisplayRights } from '#server/displays/display-rights.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const MODULES = 20
const schema = JSON.stringify({ type: 'object', properties: { agent: { type: 'string', format: 'agent-id' } } })

test('the forms of the modules of a display are read once, each in a turn of its own', async () => {
  const turns = countTurns()
  onTestFinished(turns.stop)
  const turnsOfReads: number[] = []
  const module = (id: string) => ({
    manifest: { id, permissions: { agents: 'read' } },
    get configSchema() {
      return schema
    },
  })
  const modules = new Map(Array.from({ length: MODULES }, (_, n) => [`m-${n}`, module(`m-${n}`)]))
  const parse = JSON.parse
  JSON.parse = (text, ...rest) => {
    if (text === schema) turnsOfReads.push(turns.turn)
    return parse(text, ...rest)
  }
  onTestFinished(() => {
    JSON.parse = parse
  })
  const settings = JSON.stringify({ onAlert: null })
  const find = createFindDisplayRights({
    displays: { find: async () => ({ entries: '[]', tags: '[]', settings, event_page_id: null, event_until: null }) },
    repo: {
      widgetsOn: async () => [...modules.keys()].map((moduleId) => ({ id: `widget of ${moduleId}`, moduleId })),
      valuesOf: async () => ['box'],
      agentIdsOf: async () => [],
    },
    catalogue: { find: (id: string) => modules.get(id) ?? null, isBundled: () => false },
    now: Date.now,
  } as never)
  for (let n = 0; n < 2; n += 1) expect((await find('hall', 'ada'))?.rights.agents).toEqual(new Set(['box']))
  expect(turnsOfReads).toHaveLength(MODULES)
  expect(new Set(turnsOfReads).size).toBe(MODULES)
})
