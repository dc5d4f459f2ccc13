import { useId } from 'react'
import { Label } from '#web/components/ui/label.tsx'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'
import { DELIVERIES, type Delivery } from '#web/features/agents/commands/away.ts'

export function DeliverySelect({ value, onChange }: { value: Delivery; onChange: (delivery: Delivery) => void }) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>Agents that are away</Label>
      <Select value={value} onValueChange={(key) => onChange(key as Delivery)}>
        <SelectTrigger id={id}>
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          {Object.entries(DELIVERIES).map(([key, { label }]) => (
            <SelectItem key={key} value={key}>
              {label}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    </div>
  )
}
