import { SourceMap } from 'node:module'
import { transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { readSourceMap } from '../../source-map.ts'

const SOURCE = `
type Point = { x: number; y: number }
// Types are erased, so the text after them moves.
export function far({ x, y }: Point): number {
  const [first, second]: number[] = [x, y].map((one) => one ** 2)
  return Math.sqrt((first ?? 0) + (second ?? 0))
}

export class Path<T extends Point> {
  private readonly points: T[] = []
  add(point: T): this {
    if (far(point) > 1_000_000) throw new RangeError(\`too far: \${JSON.stringify(point)}\`)
    this.points.push(point)
    return this
  }
}
`

test('a position in a built file is mapped to the same source position as by Node', async () => {
  const { code, map } = await transformWithOxc(SOURCE, 'far.ts', { sourcemap: true })
  const [ours, nodeMap] = [readSourceMap(JSON.stringify(map)), new SourceMap(map as never)]
  const places = code.split('\n').flatMap((text, line) => [...text].map((_letter, column) => ({ line, column })))
  expect(places.length).toBeGreaterThan(300)
  for (const { line, column } of places) {
    const nodeEntry = nodeMap.findEntry(line, column) as Partial<Record<'originalSource', string>> &
      Record<string, number>
    const isMapped = nodeEntry.generatedLine === line
    const [originalLine = 0, originalColumn = 0] = [nodeEntry.originalLine, nodeEntry.originalColumn]
    const expected = isMapped
      ? { source: nodeEntry.originalSource, line: originalLine + 1, column: originalColumn + 1 }
      : null
    expect([line, column, ours.originOf(line + 1, column + 1)]).toEqual([line, column, expected])
  }
})

test('a position in a line without mappings, or after the last line, is not mapped', () => {
  const map = readSourceMap(JSON.stringify({ mappings: 'AAAA;;AACA', sources: ['one.ts'] }))
  expect(map.originOf(1, 1)).toEqual({ source: 'one.ts', line: 1, column: 1 })
  expect(map.originOf(2, 1)).toBeNull()
  expect(map.originOf(3, 9)).toEqual({ source: 'one.ts', line: 2, column: 1 })
  expect(map.originOf(4, 1)).toBeNull()
})
