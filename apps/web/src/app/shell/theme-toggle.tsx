import { Moon, Sun } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import { Tooltip } from '#web/components/ui/tooltip.tsx'
import { setTheme, useShownTheme } from '#web/lib/looks/theme.ts'

export function ThemeToggle() {
  const shown = useShownTheme()
  const next = shown === 'dark' ? 'light' : 'dark'
  return (
    <Tooltip content={`Switch to ${next} theme`}>
      <Button variant="ghost" size="icon-sm" aria-label={`Switch to ${next} theme`} onClick={() => setTheme(next)}>
        {/* Switched by the page's class, so that a page drawn by the build is right, too. */}
        <Sun className="hidden dark:block" aria-hidden />
        <Moon className="dark:hidden" aria-hidden />
      </Button>
    </Tooltip>
  )
}
