import type { Page } from '@atalaya/contract/dashboard'
import type { Display } from '@atalaya/contract/displays'
import { useState } from 'react'
import { Choice } from '#web/components/choice.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '#web/components/ui/card.tsx'
import { Remote } from '#web/features/displays/remote.tsx'

const ITSELF = 'itself'

/** Remote control of one display, or of all with one of its tags. */
export function RemoteCard({ display, pages }: { display: Display; pages: readonly Page[] }) {
  const { _id: id, name, tags } = display
  const [chosen, setChosen] = useState(ITSELF)
  // Looked up on each render: the display may lose the chosen tag while this card is open.
  const tag = tags.find((displayTag) => `#${displayTag}` === chosen)
  const options = [
    { key: ITSELF, title: name },
    ...tags.map((displayTag) => ({ key: `#${displayTag}`, title: `All with #${displayTag}` })),
  ]
  return (
    <Card aria-labelledby="remote-title">
      <CardHeader>
        <CardTitle id="remote-title">Remote control</CardTitle>
      </CardHeader>
      <CardContent className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {tags.length > 0 && (
          <Choice label="Send to" value={tag === undefined ? ITSELF : chosen} options={options} onChange={setChosen} />
        )}
        <Remote
          recipients={tag === undefined ? { displayIds: [id] } : { tag }}
          pages={pages}
          canGoBack={display.event !== null || tag !== undefined}
        />
      </CardContent>
    </Card>
  )
}
