import { ThemeSetting } from '#web/app/theme-setting.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { ConnectionsCard } from '#web/features/connections/connections-card.tsx'

export function SettingsPage() {
  return (
    <div className="grid max-w-3xl gap-4">
      <Card>
        <CardHeader>
          <div>
            <CardTitle>Appearance</CardTitle>
            <CardDescription>Kept in this browser.</CardDescription>
          </div>
        </CardHeader>
        <CardContent>
          <ThemeSetting />
        </CardContent>
      </Card>
      <ConnectionsCard />
    </div>
  )
}
