import { Check, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#web/components/ui/popover.tsx'
import { cn } from '#web/lib/looks/cn.ts'

type FindSelectProps = {
  id?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
  /** Title of the list that opens. */
  title: string
  /** Accessible name, if no label gives one. */
  label?: string
  /** Text of the current choice. */
  shown: string
  className?: string
  /** A `FindList`. */
  children: (close: () => void) => ReactNode
}

/** Button with the current choice; opens a searchable list, for choices too many for a plain one. */
export function FindSelect({ title, label, shown, className, children, ...control }: FindSelectProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          {...control}
          variant="secondary"
          role="combobox"
          aria-label={label && `${label}: ${shown}`}
          aria-expanded={isOpen}
          className={cn('justify-between', className)}
        >
          <span className="truncate font-normal">{shown}</span>
          <ChevronsUpDown aria-hidden className="text-muted-foreground" />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={title} className="w-(--radix-popover-trigger-width) min-w-56 p-1">
        {children(() => setOpen(false))}
      </PopoverContent>
    </Popover>
  )
}

type FindListProps<T> = {
  /** Typed text. */
  text: string
  onText: (text: string) => void
  /** Name of the search field. */
  label: string
  placeholder: string
  listLabel: string
  options: T[]
  keyOf: (option: T) => string
  textOf: (option: T) => string
  /** Note beside the text, to distinguish equal texts. */
  noteOf?: (option: T) => string | undefined
  chosenKey: string
  onPick: (option: T) => void
  /** Hint that more can be found by typing. */
  more?: string | false
  /** Text if there are no options. */
  empty?: string
}

/** Search field with its results (ARIA combobox). */
export function FindList<T>({ text, onText, label, placeholder, listLabel, options, ...list }: FindListProps<T>) {
  const { keyOf, textOf, noteOf, chosenKey, onPick, more, empty = 'No results.' } = list
  const listId = useId()
  // Null until the user moves it: at the chosen option, also in a list that loads later. Enter alone changes nothing.
  const [activeIndex, setActiveIndex] = useState<number | null>(null)
  const wantedIndex = activeIndex ?? options.findIndex((option) => keyOf(option) === chosenKey)
  const current = Math.min(Math.max(wantedIndex, 0), options.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  function moveTo(index: number) {
    setActiveIndex(index)
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    const targets: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1 }
    const targetIndex = targets[event.key]
    const picked = options[current]
    if (options.length === 0) return
    if (targetIndex !== undefined) moveTo((targetIndex + options.length) % options.length)
    else if (event.key === 'Enter' && picked) onPick(picked)
    else return
    event.preventDefault()
  }

  return (
    <>
      <Input
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={options.length > 0 ? optionId(current) : undefined}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          onText(event.target.value)
          setActiveIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={listLabel} className="mt-1 max-h-60 overflow-y-auto">
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is in the box above, which points here.
          <div
            key={keyOf(option)}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={keyOf(option) === chosenKey}
            onClick={() => onPick(option)}
            onPointerMove={() => setActiveIndex(index)}
            className={cn(
              'flex cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-sm pointer-coarse:py-3',
              index === current && 'bg-accent',
            )}
          >
            <span className="min-w-0 flex-1 truncate" title={textOf(option)}>
              {textOf(option)}
            </span>
            <Note text={noteOf?.(option)} />
            {keyOf(option) === chosenKey && <Check aria-hidden className="size-4 shrink-0 text-primary-text" />}
          </div>
        ))}
      </div>
      {more && <p className="px-2 pt-1.5 text-muted-foreground text-xs">{more}</p>}
      {options.length === 0 && <p className="px-2 py-1.5 text-muted-foreground text-sm">{empty}</p>}
    </>
  )
}

function Note({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <>
      {/* Separates the two words for screen readers. */}{' '}
      <span className="max-w-1/2 shrink-0 truncate text-muted-foreground text-xs">{text}</span>
    </>
  )
}
