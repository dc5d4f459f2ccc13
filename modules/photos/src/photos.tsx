import { Age, useAwaySince, useConfig, useIsDisplay } from '@atalaya/module-sdk'
import { type DragEvent, type ReactNode, useState } from 'react'
import { AddPhotos } from './add-photos.tsx'
import { Arrange } from './arrange.tsx'
import { Controls } from './controls.tsx'
import { Refusals } from './refusals.tsx'
import { type Album, useAlbum } from './use-album.ts'
import { useReducedMotion, useSlides } from './use-slides.ts'
import './photos.css'

const DEFAULT_SECONDS = 20

/** The owner's photos, one after the other; added, put in order and removed on the widget, only shown on displays. */
export function Photos() {
  const album = useAlbum()
  const isDisplay = useIsDisplay()
  const awaySince = useAwaySince()
  const { ids } = album
  return (
    <Frame onFiles={isDisplay ? null : album.add}>
      {ids === null ? (
        <Note>{album.isUnreadable ? 'The photos could not be read.' : 'Loading...'}</Note>
      ) : ids.length > 0 ? (
        <Slideshow album={album} ids={ids} />
      ) : (
        <Note>
          <span className="photos-none">No photos yet</span>
          {!isDisplay && <AddPhotos progress={album.progress} onFiles={album.add} />}
        </Note>
      )}
      <Refusals refusals={album.refusals} onDismiss={album.dismiss} />
      <Age since={awaySince} className="photos-age" />
    </Frame>
  )
}

type FrameProps = { onFiles: ((files: File[]) => void) | null; children: ReactNode }

/** Frame that accepts dropped files. */
function Frame({ onFiles, children }: FrameProps) {
  const [isOver, setOver] = useState(false)
  const drag = (change: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!onFiles || !event.dataTransfer.types.includes('Files')) return
    // Otherwise the browser would open the file in place of the page.
    event.preventDefault()
    change(event)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: without a pointer there is the button.
    <div
      className={`photos${isOver ? ' photos-over' : ''}`}
      onDragOver={drag(() => setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={drag(({ dataTransfer }) => {
        setOver(false)
        onFiles?.([...dataTransfer.files])
      })}
    >
      {children}
    </div>
  )
}

function Slideshow({ album, ids }: { album: Album; ids: readonly string[] }) {
  const { seconds, fit } = useConfig()
  const isDisplay = useIsDisplay()
  const hasReducedMotion = useReducedMotion()
  const [isPaused, setPaused] = useState(false)
  /** Photo whose removal is asked about; the question goes when another screen removes that photo. */
  const [photoToRemove, setPhotoToRemove] = useState<string | null>(null)
  const [isArranging, setArranging] = useState(false)
  const everyMs = 1000 * (typeof seconds === 'number' ? seconds : DEFAULT_SECONDS)
  const { slide, index, isFailed, go } = useSlides(ids, {
    everyMs,
    isStill: hasReducedMotion || isPaused || photoToRemove !== null || isArranging,
  })
  if (photoToRemove !== null && !ids.includes(photoToRemove)) setPhotoToRemove(null)
  const name = `Photo ${index + 1} of ${ids.length}`
  return (
    <>
      {slide ? (
        <img src={slide.src} alt={name} className={`photos-slide${fit === 'contain' ? ' photos-whole' : ''}`} />
      ) : (
        <Note>{isFailed ? 'The photo could not be read.' : 'Loading...'}</Note>
      )}
      {!isDisplay && (
        <Controls
          place={`${index + 1} of ${ids.length}`}
          hasMore={ids.length > 1}
          pause={hasReducedMotion ? null : { isPaused, onPause: setPaused }}
          removing={{
            isAsking: photoToRemove !== null,
            onAskingChange: (isAsking) => setPhotoToRemove(isAsking ? (slide?.id ?? null) : null),
            onRemove: () => photoToRemove !== null && album.remove(photoToRemove),
          }}
          progress={album.progress}
          onGo={go}
          onArrange={() => setArranging(true)}
          onFiles={album.add}
        />
      )}
      {isArranging && <Arrange ids={ids} album={album} onClose={() => setArranging(false)} />}
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => <div className="photos-note">{children}</div>
