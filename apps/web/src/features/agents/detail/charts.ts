import { plansOf } from '#web/features/agents/detail/chart-plan.ts'
import { comparedChart } from '#web/features/agents/detail/compared-chart.ts'
import { type Chart, type Drawing, machineChart } from '#web/features/agents/detail/machine-chart.ts'
import type { MachineRange } from '#web/features/agents/telemetry.queries.ts'

/** Charts of one machine; for several machines, one chart per metric with a line for each. */
export function chartsOf(
  machines: readonly MachineRange[],
  addedMetrics: readonly string[],
  drawing: Drawing,
): Chart[] {
  const sent = [...new Set(machines.flatMap(({ range }) => range.metrics))].sort()
  const plans = plansOf(addedMetrics, sent)
  const [machine] = machines
  if (!machine) return []
  if (machines.length === 1) return plans.map((plan) => machineChart(plan, machine, drawing))
  return plans.flatMap(({ title, lines }) =>
    lines.map(({ metric, name }) => {
      const chartTitle = lines.length === 1 ? title : `${title}: ${name.toLowerCase()}`
      return comparedChart({ metric, title: chartTitle }, machines, drawing)
    }),
  )
}
