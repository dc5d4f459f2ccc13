import { readdirSync } from 'node:fs'
import type { Route } from '@atalaya/contract/route'

const folder = new URL('../../../../packages/contract/src/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const exported = await Promise.all(files.map((name) => import(new URL(name, folder).href)))

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

/** Every call of the contract. */
export const contractRoutes = (): Route[] =>
  exported.flatMap((module) => Object.values(module).flatMap((value) => Object.values(value ?? {}).filter(isRoute)))
