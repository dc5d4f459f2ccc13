import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { ThemeSetting } from '#web/app/theme-setting.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { ConnectionsCard } from '#web/features/connections/connections-card.tsx'

const LanguageSetting = lazy(() =>
  import('#web/app/language-setting.tsx').then((m) => ({ default: m.LanguageSetting })),
)

/** The way to what watches, for who has no bell yet. */
function AlertsCard() {
  return (
    <Card>
      <CardHeader className="flex-wrap items-center pb-4">
        <div>
          <CardTitle>Alerts</CardTitle>
          <CardDescription>Be told when a machine is offline, full or hot.</CardDescription>
        </div>
        <Button variant="secondary" asChild>
          <Link to="/alerts?show=rules">Choose rules</Link>
        </Button>
      </CardHeader>
    </Card>
  )
}

function TokensCard() {
  return (
    <Card>
      <CardHeader className="flex-wrap items-center pb-4">
        <div>
          <CardTitle>Tokens</CardTitle>
          <CardDescription>Let scripts and other programs in, for as much as you choose.</CardDescription>
        </div>
        <Button variant="secondary" asChild>
          <Link to="/settings/tokens">Manage tokens</Link>
        </Button>
      </CardHeader>
    </Card>
  )
}

function DisplaysCard() {
  return (
    <Card>
      <CardHeader className="flex-wrap items-center pb-4">
        <div>
          <CardTitle>Displays</CardTitle>
          <CardDescription>Let screens on walls show your pages by themselves.</CardDescription>
        </div>
        <Button variant="secondary" asChild>
          <Link to="/displays">Manage displays</Link>
        </Button>
      </CardHeader>
    </Card>
  )
}

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
      <Card aria-labelledby="language-title">
        <CardHeader>
          <div>
            <CardTitle id="language-title">Language and time</CardTitle>
            <CardDescription>How dates, times and numbers are written, on all your screens.</CardDescription>
          </div>
        </CardHeader>
        <CardContent>
          {/* As high as what comes: nothing moves. */}
          <Suspense fallback={<Skeleton className="h-[21.5rem] sm:h-44" />}>
            <LanguageSetting />
          </Suspense>
        </CardContent>
      </Card>
      <DisplaysCard />
      <AlertsCard />
      <TokensCard />
      {/* Last: nothing stands below that would move when it knows what it offers. */}
      <ConnectionsCard />
    </div>
  )
}
