import type { Page } from '@atalaya/contract/dashboard'
import type { Display } from '@atalaya/contract/displays'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { settingsWords } from '#web/features/displays/settings-words.ts'

type SettingsCardProps = { display: Display; pages: readonly Page[]; onChange: () => void }

export function SettingsCard({ display: { settings }, pages, onChange }: SettingsCardProps) {
  const words = settingsWords(settings, pages)
  return (
    <Card aria-labelledby="settings-title">
      <CardHeader className="items-center">
        <CardTitle id="settings-title">Settings</CardTitle>
        <Button variant="secondary" size="sm" onClick={onChange}>
          Change
        </Button>
      </CardHeader>
      <CardContent className="pt-2 text-sm">
        {words.length === 0 ? (
          <p className="text-muted-foreground">All as usual.</p>
        ) : (
          <ul className="grid gap-1 break-words">
            {words.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </CardContent>
    </Card>
  )
}
