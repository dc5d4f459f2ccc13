import { type ComponentType, Suspense } from 'react'
import { Navigate, useParams } from 'react-router'
import { isSection, type Section } from '#web/app/settings/sections.ts'
import { SettingsPlace } from '#web/app/settings/settings-place.tsx'
import { ThemeSetting } from '#web/app/settings/theme-setting.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { laterPart } from '#web/lib/later-part.ts'

const LanguageSetting = laterPart(() => import('#web/app/settings/language-setting.tsx').then((m) => m.LanguageSetting))
const ColoursSetting = laterPart(() => import('#web/app/settings/colours-setting.tsx').then((m) => m.ColoursSetting))
const StartSetting = laterPart(() => import('#web/app/settings/start-setting.tsx').then((m) => m.StartSetting))
const ConnectionsCard = laterPart(() =>
  import('#web/features/connections/connections-card.tsx').then((m) => m.ConnectionsCard),
)
const AboutServer = laterPart(() => import('#web/app/settings/about-server.tsx').then((m) => m.AboutServer))

/** Content by section; an address without a section shows the first. Tokens have a screen of their own. */
const CONTENTS: Record<Exclude<Section, 'tokens'>, ComponentType> = {
  appearance: Appearance,
  language: LanguageAndTime,
  start: StartSetting,
  connections: ConnectionsCard,
  about: AboutServer,
}

export function SettingsPage() {
  const { section } = useParams()
  const shown = section ?? 'appearance'
  if (!isSection(shown) || shown === 'tokens') return <Navigate to="/settings" replace />
  const Content = CONTENTS[shown]
  return (
    <SettingsPlace section={shown} isStart={section === undefined}>
      <Suspense fallback={<Skeleton className="h-64 rounded-xl" />}>
        <Content />
      </Suspense>
    </SettingsPlace>
  )
}

function Appearance() {
  return (
    <div className="grid gap-4">
      <Card aria-labelledby="appearance-title">
        <CardHeader>
          <div>
            <CardTitle id="appearance-title">Appearance</CardTitle>
            <CardDescription>Kept in this browser.</CardDescription>
          </div>
        </CardHeader>
        <CardContent>
          <ThemeSetting />
        </CardContent>
      </Card>
      <Suspense fallback={<Skeleton className="h-48 rounded-xl" />}>
        <ColoursSetting />
      </Suspense>
    </div>
  )
}

function LanguageAndTime() {
  return (
    <Card aria-labelledby="language-title">
      <CardHeader>
        <div>
          <CardTitle id="language-title">Language and time</CardTitle>
          <CardDescription>How dates, times and numbers are written, on all your screens.</CardDescription>
        </div>
      </CardHeader>
      <CardContent>
        {/* As high as the content, so that nothing moves. */}
        <Suspense fallback={<Skeleton className="h-[21.5rem] sm:max-md:h-44 xl:h-44" />}>
          <LanguageSetting />
        </Suspense>
      </CardContent>
    </Card>
  )
}
