import { Monitor, Moon, Sun } from 'lucide-react'
import { RadioGroup, RadioItem } from '#web/components/ui/radio-group.tsx'
import { setTheme, type Theme, useTheme } from '#web/lib/looks/theme.ts'

const themes = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const

export function ThemeSetting() {
  const theme = useTheme()
  return (
    <RadioGroup
      aria-label="Theme"
      className="grid max-w-md grid-cols-3 gap-2"
      value={theme}
      onValueChange={(value) => setTheme(value as Theme)}
    >
      {themes.map(({ value, label, icon: Icon }) => (
        <RadioItem
          key={value}
          value={value}
          className="flex flex-col items-center gap-2 rounded-lg border bg-card p-3 text-sm transition-colors hover:bg-muted data-[state=checked]:border-primary data-[state=checked]:bg-primary-soft"
        >
          <Icon className="size-5" aria-hidden />
          {label}
        </RadioItem>
      ))}
    </RadioGroup>
  )
}
