import type { ModuleMeta } from '@atalaya/contract/modules'
import type { PageFile } from '@atalaya/contract/page-archive'
import { describe, expect, test } from 'vitest'
import { completeFile, readPageFile, secretsOf, unknownModules } from '#web/features/boards/pages/page-file.ts'

const entry = (id: string, x: number, secrets: string[] = []): PageFile['modules'][number] => ({
  module: { id, name: id.toUpperCase() },
  config: { title: id },
  secrets,
  position: { x, y: 0, w: 1, h: 1 },
})
const file: PageFile = {
  format: 'atalaya.page',
  version: 1,
  name: 'Home',
  description: '',
  modules: [entry('gone', 0), entry('mail', 1, ['password', 'token']), entry('gone', 2)],
}
const catalogue: Pick<ModuleMeta, 'id'>[] = [{ id: 'mail' }]

describe('a page file', () => {
  test('is read back as it was written', () => {
    expect(readPageFile(JSON.stringify(file))).toEqual(file)
  })

  test.each(['', '{', '[]', '['.repeat(100_000), '{"format":"atalaya.page","version":2,"name":"Home","modules":[]}'])(
    'is refused if its text is %j',
    (text) => {
      expect(() => readPageFile(text)).toThrow('This file is not a page of Atalaya.')
    },
  )

  test('names the omitted secrets and the unknown modules', () => {
    expect(secretsOf(file)).toEqual([
      { index: 1, module: 'MAIL', key: 'password' },
      { index: 1, module: 'MAIL', key: 'token' },
    ])
    expect(unknownModules(file, catalogue)).toEqual(['GONE'])
  })

  test('is imported with the entered secrets, and without unknown modules', () => {
    const { modules } = completeFile(file, catalogue, { '1.password': 'hush', '1.token': '' })
    expect(modules).toEqual([
      { ...entry('mail', 1, ['password', 'token']), config: { title: 'mail', password: 'hush' } },
    ])
  })
})
