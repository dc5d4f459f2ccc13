import type { InstalledModule, WidgetConfig } from '@atalaya/contract/dashboard'
import { memo } from 'react'
import type { CostMeter } from '#web/components/widget/cost-meter.ts'
import { Widget } from '#web/components/widget/widget.tsx'
import type { TileAction } from '#web/features/boards/editor/tile-actions.ts'
import { useStable } from '#web/lib/use-stable.ts'

type TileContentProps = { module: InstalledModule; cost: CostMeter; onAction: (action: TileAction) => void }

/** Live widget in the editor; its changes to its own configuration become ordinary edits. */
export const TileContent = memo(function TileContent({ module, cost, onAction }: TileContentProps) {
  const onConfig = useStable((config: WidgetConfig) => onAction({ kind: 'save-config', module, config }))
  return <Widget module={module} onConfig={onConfig} cost={cost} />
})
