import type { Page } from '@atalaya/contract/dashboard'
import { type DisplayEntry, ENTRIES_MAX } from '@atalaya/contract/display-entries'
import type { Display } from '@atalaya/contract/displays'
import { useMutation } from '@tanstack/react-query'
import { ListVideo, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { changePlaylist } from '#web/features/displays/displays.queries.ts'
import { PlaylistRow } from '#web/features/displays/playlist-row.tsx'
import { showingOf, showingText, shownName } from '#web/features/displays/playlist-words.ts'
import { type EditedEntry, useEntryOrder, withEntry, withKeys } from '#web/features/displays/use-entry-order.ts'
import { useNow } from '#web/lib/clock.ts'

const EntryDialog = lazy(() =>
  import('#web/features/displays/entry-dialog.tsx').then((m) => ({ default: m.EntryDialog })),
)

/** Interval for evaluating the playlist again: the hours of its entries begin and end. */
const EVALUATE_EVERY_MS = 30_000

/** Edited entry, as it was on opening; undefined for a new one. */
type Open = { edited: EditedEntry | undefined } | null

/** Playlist of a display; each change is saved at once. */
export function PlaylistCard({ display, pages }: { display: Display; pages: readonly Page[] }) {
  const [open, setOpen] = useState<Open>(null)
  const { mutate } = useMutation(changePlaylist)
  const entries = withKeys(display.entries)
  const save = (next: DisplayEntry[]) => mutate({ id: display._id, entries: next })
  const order = useEntryOrder({ entries, nameOf: ({ pageId }) => shownName(pages, pageId), onOrder: save })
  const showing = showingOf(display, pages, useNow(EVALUATE_EVERY_MS).getTime())
  const close = () => setOpen(null)
  const addButton = (
    <Button size="sm" disabled={entries.length >= ENTRIES_MAX} onClick={() => setOpen({ edited: undefined })}>
      <Plus aria-hidden />
      Add
    </Button>
  )
  return (
    <Card aria-labelledby="playlist-title">
      <CardHeader className="items-center pb-4">
        <CardTitle id="playlist-title">Playlist</CardTitle>
        {entries.length > 0 && addButton}
      </CardHeader>
      {entries.length === 0 ? (
        <CardContent className="pt-0">
          <EmptyState icon={ListVideo} title="The playlist is empty" action={addButton}>
            The screen shows a clock until something is in it.
          </EmptyState>
        </CardContent>
      ) : (
        <>
          <p className="break-words px-4 pb-3 text-sm">
            {showing ? showingText(showing, pages) : `This browser does not know the zone ${display.zone}.`}
          </p>
          <ol className="grid border-t" aria-label="Playlist">
            {entries.map(({ key, entry }, index) => (
              <PlaylistRow
                key={key}
                id={key}
                entry={entry}
                count={entries.length}
                pages={pages}
                order={order}
                onEdit={() => setOpen({ edited: { key, entry, index, playlist: entries } })}
                onRemove={() => save(display.entries.toSpliced(index, 1))}
              />
            ))}
          </ol>
        </>
      )}
      <p className="sr-only" aria-live="assertive">
        {order.announcement}
      </p>
      <Suspense>
        {open && (
          <EntryDialog
            entry={open.edited?.entry}
            pages={pages}
            onSave={(entry) => {
              save(withEntry(entries, open.edited, entry))
              close()
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </Card>
  )
}
