import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../lib/workspaces.ts'
import { copyCheckout, plant } from './checkout-copy.ts'
import { namedRepos } from './named-repos.ts'

const FILE = 'apps/server/src/users/planted.ts'
const IMPORT = "import type { Repos, RunInTransaction } from '#server/compose/repos.ts'\n"

let copy: string
beforeAll(() => {
  copy = copyCheckout()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function complaintsAbout(text: string): string {
  plant(copy, { [FILE]: text })
  return namedRepos(copy)
}

test.each([
  ['all repositories as an argument', 'export const a = (repos: Repos) => repos\n'],
  ['the names of all repositories', 'export type A = RunInTransaction<keyof Repos>\n'],
  ['all repositories picked', 'export type A = Pick<Repos, keyof Repos>\n'],
  ['all repositories but one', "export type A = Omit<Repos, 'users'>\n"],
  ['any one of the repositories', 'export type A = Repos[keyof Repos]\n'],
  ['all repositories under another name', 'export interface A extends Repos {}\n'],
])('the check refuses %s', (_what, text) => {
  expect(complaintsAbout(IMPORT + text)).toContain(`${FILE}:2: name the repositories in use`)
})

test.each([
  ['transactions on all repositories', "import type { RunInAnyTransaction } from '#server/compose/repos.ts'\n"],
  ['the type under another name', "import type { Repos as All } from '#server/compose/repos.ts'\n"],
  ['the whole file', "import type * as all from '#server/compose/repos.ts'\n"],
  ['the function that makes all repositories', "import { createRepos } from '../compose/repos.ts'\n"],
  ['the type inside an expression', "export type A = import('#server/compose/repos.ts').Repos\n"],
  ['the type to export it again', "export type { Repos } from '#server/compose/repos.ts'\n"],
])('the check refuses an import of %s', (_what, text) => {
  expect(complaintsAbout(text)).toBe(
    `${FILE}:1: name the repositories in use, as Pick<Repos, …> or RunInTransaction<…>`,
  )
})

test('the check accepts named repositories', () => {
  const named = "export type A = Pick<Repos, 'users'> | RunInTransaction<'users' | 'audit'> | Repos['users']\n"
  expect(complaintsAbout(IMPORT + named)).toBe('')
})

test('the product has no fault of this kind', () => {
  expect(namedRepos(root)).toBe('')
})
