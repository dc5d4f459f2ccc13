import { timeText, useConfig, useFormats, usePicture, WithData } from '@atalaya/module-sdk'
import { type ReactNode, useEffect, useState } from 'react'
import type { PictureData } from '../server/picture-data.ts'

/** A picture that the server fetches again at an interval. */
export function Picture() {
  return <WithData<PictureData>>{(data, age) => <PictureTile data={data} age={age} />}</WithData>
}

function PictureTile({ data, age }: { data: PictureData; age: ReactNode }) {
  const formats = useFormats()
  const { caption, fit } = useConfig()
  const { picture, at } = useLastPicture(data)
  const name = typeof caption === 'string' ? caption : ''
  const hasText = picture !== null && (name !== '' || age === null)
  return (
    <div className="@container relative isolate h-full overflow-hidden bg-muted">
      {picture === null ? (
        <p className="grid h-full place-items-center p-2 text-center text-muted-foreground text-sm">Loading...</p>
      ) : (
        <img
          src={picture}
          alt={name || 'Picture'}
          className={`absolute inset-0 -z-10 size-full ${fit === 'contain' ? 'object-contain' : 'object-cover'}`}
        />
      )}
      {age && <span className="absolute top-2 right-2 flex max-w-[calc(100%-1rem)]">{age}</span>}
      {hasText && (
        <div className="absolute inset-x-0 bottom-0 flex items-baseline gap-2 bg-gradient-to-t from-black/75 to-black/0 px-3 pt-6 pb-2 text-white leading-tight @max-[7rem]:px-2 @max-[7rem]:pb-1">
          <p className="min-w-0 flex-1 truncate font-semibold text-sm @min-[34rem]:text-lg" title={name}>
            {name}
          </p>
          {age === null && (
            <time
              dateTime={new Date(at).toISOString()}
              className="shrink-0 text-xs tabular-nums @max-[12rem]:hidden @min-[34rem]:text-base"
            >
              {timeText(at, formats)}
            </time>
          )}
        </div>
      )}
    </div>
  )
}

/** Picture with its time; until it is loaded, the picture before it, so that nothing flickers. */
function useLastPicture({ picture: key, at }: PictureData): { picture: string | null; at: number } {
  const picture = usePicture(key)
  const [last, setLast] = useState({ picture, at })
  useEffect(() => {
    if (picture !== null) setLast({ picture, at })
  }, [picture, at])
  return picture === null ? last : { picture, at }
}
