import type { Page } from '@atalaya/contract/dashboard'
import type { DisplayOrder } from '@atalaya/contract/displays'
import { useState } from 'react'
import { Choice } from '#web/components/choice.tsx'
import { Button } from '#web/components/ui/button.tsx'

const SHOW_MINUTES = 10

type RemotePageProps = { pages: readonly Page[]; canGoBack: boolean; onOrder: (order: DisplayOrder) => void }

/** Shows a page for ten minutes, with precedence over the playlist. */
export function RemotePage({ pages, canGoBack, onOrder }: RemotePageProps) {
  const [chosen, setChosen] = useState('')
  const page = pages.find(({ _id }) => _id === chosen) ?? pages[0]
  if (!page) return null
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-40">
        <Choice
          label="A page"
          value={page._id}
          options={pages.map(({ _id, name }) => ({ key: _id, title: name }))}
          onChange={setChosen}
        />
      </div>
      <Button variant="secondary" onClick={() => onOrder({ kind: 'page', pageId: page._id, minutes: SHOW_MINUTES })}>
        Show for {SHOW_MINUTES} minutes
      </Button>
      {canGoBack && (
        <Button variant="ghost" onClick={() => onOrder({ kind: 'page', pageId: null, minutes: SHOW_MINUTES })}>
          Back to the playlist
        </Button>
      )}
    </div>
  )
}
