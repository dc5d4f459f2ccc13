import { Moon, Sun } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import { Tooltip } from '#web/components/ui/tooltip.tsx'
import { setTheme, useShownTheme } from '#web/lib/theme.ts'

export function ThemeToggle() {
  const shown = useShownTheme()
  const next = shown === 'dark' ? 'light' : 'dark'
  const Icon = shown === 'dark' ? Sun : Moon
  return (
    <Tooltip content={`Switch to ${next} theme`}>
      <Button variant="ghost" size="icon-sm" aria-label={`Switch to ${next} theme`} onClick={() => setTheme(next)}>
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  )
}
