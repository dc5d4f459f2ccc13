import { z } from 'zod'
import type { BuiltFile, BuiltFiles } from './built-files.ts'

/** Patterns of URL paths, with `:name` for any one segment, and the file of their page. */
const listSchema = z.record(z.string(), z.string())

type Screen = { parts: string[]; page: string }

const partsOf = (path: string) => path.split('/').filter((part) => part !== '')

const isAt = ({ parts }: Screen, path: string[]) =>
  parts.length === path.length && parts.every((part, at) => part.startsWith(':') || part === path[at])

/**
 * Pages of the built client: one for each screen, which preloads all files of this screen. The build lists them in
 * `screens.json`. Every other path gets `index.html`.
 */
export function createScreenPages(files: BuiltFiles) {
  let lastRead: { list: BuiltFile; screens: Screen[] } | undefined

  async function screens(): Promise<Screen[]> {
    const list = await files.readFresh('screens.json')
    if (!list) return []
    if (lastRead?.list !== list) {
      const pages = listSchema.parse(JSON.parse(String(list.bodies.at(-1)?.[1])))
      lastRead = { list, screens: Object.entries(pages).map(([path, page]) => ({ parts: partsOf(path), page })) }
    }
    return lastRead.screens
  }

  /** The page of a URL path; null if the client is not built. */
  return async function pageAt(path: string): Promise<BuiltFile | null> {
    const parts = partsOf(path)
    const screen = (await screens()).find((screen) => isAt(screen, parts))
    return (screen && (await files.readFresh(screen.page))) ?? files.readFresh('index.html')
  }
}
