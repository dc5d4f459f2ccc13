import type { DisplaySettings } from '@atalaya/contract/displays'
import type { CSSProperties, ReactNode } from 'react'
import { cn } from '#web/lib/looks/cn.ts'

type Turned = DisplaySettings['turned']

const upright = { width: '100cqw', height: '100cqh' }
const onItsSide = { width: '100cqh', height: '100cqw' }
/** Rotated around its corner and moved back to fill the window. */
const rotations: Record<Turned, CSSProperties> = {
  0: upright,
  90: { ...onItsSide, left: '100cqw', transform: 'rotate(90deg)' },
  180: { ...upright, left: '100cqw', top: '100cqh', transform: 'rotate(180deg)' },
  270: { ...onItsSide, top: '100cqh', transform: 'rotate(270deg)' },
}

type PictureProps = { turned?: Turned; zoom?: number; className?: string; children: ReactNode }

/** Content of a display, filling the window in any rotation; sizes inside it are in `cqw`, `cqh` and `cqmin`. */
export function Picture({ turned = 0, zoom = 100, className, children }: PictureProps) {
  return (
    <div className="fixed inset-x-0 top-0 bottom-(--below) overflow-hidden bg-background [container-type:size]">
      <div className="absolute top-0 left-0 origin-top-left" style={rotations[turned]}>
        <div className={cn('relative size-full [container-type:size]', className)} style={{ zoom: zoom / 100 }}>
          {children}
        </div>
      </div>
    </div>
  )
}
