import { Info } from 'lucide-react'
import { LateOverlay } from '#web/components/ui/late-overlay.tsx'
import type { CostMeter } from '#web/components/widget/cost-meter.ts'

const load = () => import('#web/components/widget/opened-cost-info.tsx').then((m) => m.OpenedCostInfo)

/** A small "i" with the cost of a widget, to find a slow one. */
export function CostInfo({ name, cost, className }: { name: string; cost: CostMeter; className: string }) {
  return (
    <LateOverlay
      kind="dialog"
      load={load}
      opened={{ name, cost }}
      aria-label={`What ${name} costs`}
      title="Cost"
      className={className}
    >
      <Info className="size-3.5" aria-hidden />
    </LateOverlay>
  )
}
