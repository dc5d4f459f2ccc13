import { type ColourTheme, DEFAULT_THEME } from '@atalaya/contract/themes'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { RadioGroup, RadioItem } from '#web/components/ui/radio-group.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { laterPart } from '#web/lib/later-part.ts'
import { showColours } from '#web/lib/looks/colours.ts'
import { usePreferences } from '#web/lib/preferences.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'
import { themesQuery } from '#web/lib/themes.ts'

const AddedThemes = laterPart(() => import('#web/app/settings/added-themes.tsx').then((m) => m.AddedThemes))

/** Theme of all screens of the person. */
export function ColoursSetting() {
  const { preferences, isPending, keep } = usePreferences()
  const { data: themes } = useQuery(themesQuery)
  const isAdministrator = isAdmin(useSession()?.user)
  const { colours = DEFAULT_THEME } = preferences
  // The colours of a removed theme are Atalaya's own.
  const chosen = themes?.some(({ id }) => id === colours) ? colours : DEFAULT_THEME

  function choose(id: string) {
    const theme = themes?.find((theme) => theme.id === id)
    if (!theme) return
    showColours({ of: id, light: theme.light, dark: theme.dark })
    keep({ colours: id })
  }

  return (
    <Card aria-labelledby="colours-title">
      <CardHeader>
        <div>
          <CardTitle id="colours-title">Colours</CardTitle>
          <CardDescription>
            The same on all your screens, and on your displays that have none of their own.
          </CardDescription>
        </div>
      </CardHeader>
      <CardContent className="grid gap-4">
        {themes && !isPending ? (
          <RadioGroup
            aria-label="Colours"
            className="grid grid-cols-2 gap-2 sm:max-lg:grid-cols-3 xl:grid-cols-4"
            value={chosen}
            onValueChange={choose}
          >
            {themes.map((theme) => (
              <RadioItem
                key={theme.id}
                value={theme.id}
                className="grid min-w-0 gap-2 rounded-lg border bg-card p-2 text-sm transition-colors hover:bg-muted data-[state=checked]:border-primary data-[state=checked]:bg-primary-soft"
              >
                <span aria-hidden className="flex h-14 overflow-hidden rounded-md border forced-color-adjust-none">
                  <Sample colours={theme.samples.light} />
                  <Sample colours={theme.samples.dark} />
                </span>
                <span className="truncate">{theme.name}</span>
              </RadioItem>
            ))}
          </RadioGroup>
        ) : (
          <Skeleton className="h-24" />
        )}
        <Suspense>{isAdministrator && themes && <AddedThemes themes={themes} />}</Suspense>
      </CardContent>
    </Card>
  )
}

/** Miniature of a page: a card with a line of text, and three marks. */
function Sample({ colours: [background, card, text, ...marks] }: { colours: ColourTheme['samples']['light'] }) {
  return (
    <span className="flex flex-1 p-1.5" style={{ backgroundColor: background }}>
      <span className="flex flex-1 flex-col justify-between rounded-sm p-1.5" style={{ backgroundColor: card }}>
        <span className="h-1 w-3/4 rounded-full" style={{ backgroundColor: text }} />
        <span className="flex gap-1">
          {marks.map((mark) => (
            <span key={mark} className="size-2.5 rounded-full" style={{ backgroundColor: mark }} />
          ))}
        </span>
      </span>
    </span>
  )
}
