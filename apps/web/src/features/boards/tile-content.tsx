import type { InstalledModule, WidgetConfig } from '@atalaya/contract/dashboard'
import { memo } from 'react'
import type { CostMeter } from '#web/components/widget/cost-meter.ts'
import { Widget } from '#web/components/widget/widget.tsx'
import type { TileAction } from '#web/features/boards/tile-actions.ts'
import { useStable } from '#web/lib/use-stable.ts'

type TileContentProps = { module: InstalledModule; cost: CostMeter; onAction: (action: TileAction) => void }

/** A widget at work in the editor; what it changes of its own configuration is an edit like any other. */
export const TileContent = memo(function TileContent({ module, cost, onAction }: TileContentProps) {
  const onConfig = useStable((config: WidgetConfig) => onAction({ kind: 'save-config', module, config }))
  return <Widget module={module} onConfig={onConfig} cost={cost} />
})
