import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Input } from '#web/components/ui/input.tsx'
import { cn } from '#web/lib/looks/cn.ts'

type SearchInputProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { onValueChange: (value: string) => void }

/** Search box; its placeholder is its name unless it has a label. */
export function SearchInput({ className, onValueChange, ...props }: SearchInputProps) {
  return (
    <div className={cn('relative w-full max-w-xs', className)}>
      <Search
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-muted-foreground"
        aria-hidden
      />
      <Input
        type="search"
        aria-label={props.placeholder}
        className="pl-8"
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Escape' || currentTarget.value === '') return
          currentTarget.value = ''
          onValueChange('')
        }}
        {...props}
      />
    </div>
  )
}
