import { Tooltip as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

/** No delay; where there is one, the next tooltip within 300 ms has none. */
const DELAY_MS = 0
const SKIP_DELAY_MS = 300

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  )
}

type TooltipProps = Omit<ComponentProps<typeof Radix.Content>, 'content'> & { content: ReactNode; disabled?: boolean }

/** Names its child on hover and focus. The child still needs an accessible name of its own. */
export function Tooltip({ content, disabled, className, children, ...props }: TooltipProps) {
  return (
    <Radix.Root open={disabled ? false : undefined}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-50 flex items-center gap-2 rounded-md bg-foreground px-2 py-1 text-background text-xs shadow-md data-[state=delayed-open]:animate-in data-[state=instant-open]:animate-in',
            className,
          )}
          {...props}
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
