import type { Page } from '@atalaya/contract/dashboard'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'

type PagePickerProps = { pages: readonly Page[]; value: string; onChange: (pageId: string) => void; id?: string }

/** Chooses one of these pages. */
export function PagePicker({ pages, value, onChange, ...field }: PagePickerProps) {
  return (
    <Select value={value} onValueChange={onChange}>
      <SelectTrigger {...field}>
        <SelectValue placeholder="Choose a page…" />
      </SelectTrigger>
      <SelectContent>
        {pages.map(({ _id, name }) => (
          <SelectItem key={_id} value={_id}>
            {name}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  )
}
