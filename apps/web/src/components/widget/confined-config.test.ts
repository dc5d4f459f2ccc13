import { parseConfigSchema } from '@atalaya/config-schema/schema'
import { expect, test } from 'vitest'
import { confinedConfig, readableAgents, refusedKeys } from '#web/components/widget/confined-config.ts'

const schema = parseConfigSchema(
  JSON.stringify({
    type: 'object',
    properties: {
      agent: { type: 'string', format: 'agent-id' },
      other: { type: 'string', format: 'agent-id' },
      key: { type: 'string', format: 'password' },
      title: { type: 'string' },
    },
  }),
)

test('only agents chosen in the form are returned', () => {
  expect(readableAgents({ agents: true }, schema, { agent: 'a1', title: 'a2', other: 3 })).toEqual(['a1'])
})

test('a module without access to agents can read no agent, with any form', () => {
  expect(readableAgents({ agents: false }, schema, { agent: 'a1', other: 'a2' })).toEqual([])
})

test('a module can change its own values', () => {
  expect(confinedConfig(schema, { agent: 'a1', title: 'x', count: 1 }, { title: 'y' })).toEqual({
    agent: 'a1',
    title: 'y',
  })
})

test('a confined configuration can not change agents, secrets or the size', () => {
  const before = { agent: 'a1', key: '********', size: '1x1' }
  const wanted = { agent: 'a2', other: 'a3', key: 'stolen', size: '4x5', w: 4, h: 5, width: 4, height: 5 }
  expect(confinedConfig(schema, before, wanted)).toEqual(before)
  expect(confinedConfig(schema, {}, wanted)).toEqual({})
  expect(refusedKeys(schema, before, { ...before, title: 'y' })).toEqual([])
  expect(refusedKeys(schema, before, { agent: 'a2', key: 'stolen', w: 4 })).toEqual(['agent', 'key', 'w'])
})
