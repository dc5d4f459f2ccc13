import { useConfig, useSetConfig } from './hooks.ts'
import { metricTitle } from './metrics.ts'

/** All numbers that the agent sends, to choose from on the widget itself; the choice is saved as `metric`. */
export function MetricPicker({ metric, metrics }: { metric: string; metrics: readonly string[] }) {
  const config = useConfig()
  const setConfig = useSetConfig()
  const choices = [...new Set([...metrics, metric])].sort()
  return (
    <select
      aria-label="Number"
      value={metric}
      onChange={({ target }) => setConfig({ ...config, metric: target.value })}
      title={metricTitle(metric)}
      className="-my-1 -ml-1 block h-6 max-w-full cursor-pointer appearance-none truncate rounded border-0 bg-transparent px-1 text-muted-foreground text-xs hover:text-foreground"
    >
      {choices.map((choice) => (
        <option key={choice} value={choice} className="bg-popover text-foreground">
          {metricTitle(choice)}
        </option>
      ))}
    </select>
  )
}
