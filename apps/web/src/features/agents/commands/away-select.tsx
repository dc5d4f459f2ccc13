import { useId } from 'react'
import { Label } from '#web/components/ui/label.tsx'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'
import { AWAY, type Away } from '#web/features/agents/commands/away.ts'

export function AwaySelect({ value, onChange }: { value: Away; onChange: (to: Away) => void }) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>Agents that are away</Label>
      <Select value={value} onValueChange={(to) => onChange(to as Away)}>
        <SelectTrigger id={id}>
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          {Object.entries(AWAY).map(([key, { label }]) => (
            <SelectItem key={key} value={key}>
              {label}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    </div>
  )
}
