import { useQuery } from '@tanstack/react-query'
import { HOME, type Start, startKey, startOf, startPages, startPlaces } from '#web/app/start-places.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { NativeSelect } from '#web/components/ui/native-select.tsx'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { usePreferences } from '#web/lib/preferences.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

/** The first screen after signing in. */
export function StartSetting() {
  const { preferences, isPending, keep } = usePreferences()
  const pages = useQuery(pagesQuery)
  const places = startPlaces(isAdmin(useSession()?.user))
  const boards = startPages(pages.data ?? [])
  const offered = [...places, ...boards]
  const shown = startOf(preferences.startPage ?? {}, offered)
  const choose = (key: string) =>
    keep({ startPage: (offered.find(({ chosen }) => startKey(chosen) === key) ?? HOME).chosen })
  return (
    <Card aria-labelledby="start-title">
      <CardHeader>
        <div>
          <CardTitle id="start-title">Start page</CardTitle>
          <CardDescription>The page after signing in, and at the bare address of Atalaya.</CardDescription>
        </div>
      </CardHeader>
      <CardContent className="grid max-w-md gap-1.5">
        <Label htmlFor="start">Begin at</Label>
        <NativeSelect
          id="start"
          value={startKey(shown.chosen)}
          disabled={isPending || pages.isPending}
          onChange={({ target }) => choose(target.value)}
        >
          <Options starts={places} />
          {boards.length > 0 && (
            <optgroup label="Edit a dashboard">
              <Options starts={boards} />
            </optgroup>
          )}
        </NativeSelect>
        <p className="text-muted-foreground text-sm">
          Kept for all your screens. A link to another screen still leads there.
        </p>
      </CardContent>
    </Card>
  )
}

const Options = ({ starts }: { starts: Start[] }) =>
  starts.map(({ chosen, title }) => (
    <option key={startKey(chosen)} value={startKey(chosen)}>
      {title}
    </option>
  ))
