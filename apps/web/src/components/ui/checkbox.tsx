import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '#web/lib/looks/cn.ts'

export function Checkbox({ className, checked, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      checked={checked}
      className={cn(
        'relative grid size-4 shrink-0 place-items-center rounded-sm border border-input bg-card shadow-xs transition-colors after:absolute after:-inset-1.5 pointer-coarse:after:-inset-3.75 disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-primary data-[state=indeterminate]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:bg-primary data-[state=checked]:text-primary-foreground data-[state=indeterminate]:text-primary-foreground',
        className,
      )}
      {...props}
    >
      <Radix.Indicator>
        {checked === 'indeterminate' ? (
          <Minus className="size-3" strokeWidth={3} aria-hidden />
        ) : (
          <Check className="size-3" strokeWidth={3} aria-hidden />
        )}
      </Radix.Indicator>
    </Radix.Root>
  )
}
