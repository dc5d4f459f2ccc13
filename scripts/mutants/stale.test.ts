import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/workspaces.ts'
import { acceptedInAccounts } from './accepted/accounts.ts'
import { acceptedElsewhere } from './accepted/others.ts'
import { checkoutFiles } from './copy.ts'
import { groupByProject } from './places.ts'

const files = checkoutFiles()
const withoutSpace = (text: string) => text.replaceAll(/\s/g, '')

test('the code of each accepted mutant stands in its file', () => {
  const isStale = ({ file, from }: { file: string; from: string }) =>
    !files
      .filter((name) => name.endsWith(`/${file}`))
      .some((name) => withoutSpace(readFileSync(path.join(root, name), 'utf8')).includes(withoutSpace(from)))
  expect([...acceptedInAccounts, ...acceptedElsewhere].filter(isStale)).toEqual([])
})

test('each beginning of a path in a place is that of a file', () => {
  const starts = groupByProject([]).flatMap(({ places }) => places.flatMap((place) => [...place.files, ...place.tests]))
  expect(starts.filter((start) => !files.some((file) => file.startsWith(start)))).toEqual([])
})
