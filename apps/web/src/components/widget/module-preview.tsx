import { parseJson } from '@atalaya/contract/bounded-json'
import type { WidgetConfig } from '@atalaya/contract/dashboard'
import type { Extent } from '@atalaya/contract/grid'
import { previewFixture } from '@atalaya/contract/module-fixture'
import type { ModuleMeta } from '@atalaya/contract/modules'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { fixtureOf } from '#web/components/widget/fixture-widget-api.ts'
import { Widget } from '#web/components/widget/widget.tsx'
import { serverUrl } from '#web/lib/calls/request.ts'

/** Size of a cell: the editor's canvas is 1024 × 500 px for 4 × 5 cells. */
const CELL_WIDTH_PX = 256
const CELL_HEIGHT_PX = 100

const fixtureQuery = ({ fixture }: ModuleMeta) =>
  queryOptions({
    queryKey: ['module-fixture', fixture ?? null],
    queryFn: async ({ signal }) => {
      if (!fixture) return previewFixture.parse({})
      const response = await fetch(serverUrl(fixture), { signal })
      if (!response.ok) throw new Error(response.statusText)
      return previewFixture.parse(parseJson(await response.text()))
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

type ModulePreviewProps = { module: ModuleMeta; config: WidgetConfig; extent: Extent }

/** Runs a module in its real size, with its sample data. */
export function ModulePreview({ module, config, extent: { w, h } }: ModulePreviewProps) {
  const { data: fixture, isError } = useQuery(fixtureQuery(module))
  const frame = useRef<HTMLDivElement>(null)
  const width = w * CELL_WIDTH_PX
  const height = h * CELL_HEIGHT_PX
  const scale = useScale(frame, width)
  const shown = {
    _id: 'preview',
    meta: module,
    config: { ...fixture?.config, ...config },
    position: { x: 0, y: 0, w, h },
  }
  return (
    <figure className="grid gap-1.5">
      <div
        ref={frame}
        className="grid justify-items-center overflow-hidden rounded-lg bg-background p-3"
        // Inert: a picture of the module; input belongs in the form beside it.
        inert
      >
        <div style={{ width: width * scale, height: height * scale }}>
          <div
            className="origin-top-left overflow-hidden rounded-lg border bg-card shadow-sm"
            style={{ width, height, transform: scale < 1 ? `scale(${scale})` : undefined }}
          >
            {fixture && <Widget module={shown} fixture={fixtureOf(fixture)} />}
            {!fixture && !isError && <Skeleton className="size-full" />}
            {isError && <p className="p-3 text-muted-foreground text-sm">The preview could not be loaded.</p>}
          </div>
        </div>
      </div>
      <figcaption className="text-center text-muted-foreground text-xs">
        Preview with sample data, {w} × {h}
        {scale < 1 && `, at ${Math.round(scale * 100)} %`}
      </figcaption>
    </figure>
  )
}

/** Scale of a box of this width in its frame; 1 if it fits. */
function useScale(frame: React.RefObject<HTMLDivElement | null>, width: number): number {
  const [space, setSpace] = useState(width)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      setSpace(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return Math.min(1, Math.max(space, 1) / width)
}
