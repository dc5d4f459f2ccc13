import { Link } from 'react-router'
import { ThemeSetting } from '#web/app/theme-setting.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { isAdmin, useSession } from '#web/lib/session.ts'

export function SettingsPage() {
  const user = useSession()?.user
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
      {isAdmin(user) && (
        <Card>
          <CardHeader className="items-center pb-4">
            <div>
              <CardTitle>Audit</CardTitle>
              <CardDescription>Who did what to whom, and when.</CardDescription>
            </div>
            <Button variant="secondary" size="sm" asChild>
              <Link to="/admin/audit">Open the audit</Link>
            </Button>
          </CardHeader>
        </Card>
      )}
    </div>
  )
}
