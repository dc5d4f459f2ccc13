import { type ReactNode, useEffect, useRef } from 'react'
import { AddPhotos } from './add-photos.tsx'
import { Back, Bin, Next, Order, Pause, Play } from './signs.tsx'
import type { Album } from './use-album.ts'

type Removing = { isAsking: boolean; onAskingChange: (isAsking: boolean) => void; onRemove: () => void }
type ControlsProps = {
  /** `2 of 5` */
  place: string
  hasMore: boolean
  /** Null if nothing moves by itself anyway. */
  pause: { isPaused: boolean; onPause: (isPaused: boolean) => void } | null
  removing: Removing
  progress: Album['progress']
  onGo: (step: number) => void
  onArrange: () => void
  onFiles: Album['add']
}

/** The buttons over a photo: shown under a pointer or with the keyboard's focus, and always on touch screens. */
export function Controls({ place, hasMore, pause, removing, progress, onGo, onArrange, onFiles }: ControlsProps) {
  const { isAsking, onAskingChange } = removing
  const bin = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  // Returns the keyboard's focus to the button after the question.
  useEffect(() => {
    if (wasAsking.current && !isAsking) bin.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])
  if (isAsking) return <Question {...removing} />
  return (
    <div className={`photos-bar${progress ? ' photos-busy' : ''}`}>
      {hasMore && (
        <>
          <Button label="Previous photo" className="photos-step" onClick={() => onGo(-1)}>
            <Back />
          </Button>
          <span className="photos-place">{place}</span>
          <Button label="Next photo" className="photos-step" onClick={() => onGo(1)}>
            <Next />
          </Button>
          {pause && (
            <Button label={pause.isPaused ? 'Play' : 'Pause'} onClick={() => pause.onPause(!pause.isPaused)}>
              {pause.isPaused ? <Play /> : <Pause />}
            </Button>
          )}
          <Button label="Put the photos in order" className="photos-arrange" onClick={onArrange}>
            <Order />
          </Button>
        </>
      )}
      <button
        ref={bin}
        type="button"
        className="photos-button photos-bin"
        aria-label="Remove this photo"
        title="Remove this photo"
        onClick={() => onAskingChange(true)}
      >
        <Bin />
      </button>
      <AddPhotos progress={progress} onFiles={onFiles} />
    </div>
  )
}

function Question({ onAskingChange, onRemove }: Removing) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  const remove = () => {
    onRemove()
    onAskingChange(false)
  }
  return (
    <fieldset aria-label="Remove this photo?" className="photos-bar photos-busy">
      <span className="photos-label">Remove this photo?</span>
      <button type="button" className="photos-answer" onClick={remove}>
        Remove
      </button>
      <button ref={keep} type="button" className="photos-answer" onClick={() => onAskingChange(false)}>
        Keep
      </button>
    </fieldset>
  )
}

type ButtonProps = { label: string; className?: string; onClick: () => void; children: ReactNode }

const Button = ({ label, className = '', onClick, children }: ButtonProps) => (
  <button type="button" className={`photos-button ${className}`} aria-label={label} title={label} onClick={onClick}>
    {children}
  </button>
)
