import type { Values } from '@atalaya/config-schema/fields'
import type { WidgetConfig } from '@atalaya/contract/dashboard'
import { moduleSuggestions } from '@atalaya/contract/module-suggestions'
import type { Input as InputOf } from '@atalaya/contract/route'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Suggestion, Suggestions } from '#web/components/schema-form/suggestions.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { call } from '#web/lib/calls/api.ts'

const DEBOUNCE_MS = 250

const suggestionsQuery = (id: string, body: InputOf<typeof moduleSuggestions.suggest>['body']) =>
  queryOptions({
    queryKey: ['suggestions', id, body],
    queryFn: async ({ signal }) =>
      (await call(moduleSuggestions.suggest, { params: { id }, body }, signal)).suggestions,
    staleTime: 'static',
    placeholderData: keepPreviousData,
  })

type SuggestInputProps = {
  moduleId: string
  /** The widget, if it exists; its saved secrets are used. */
  widgetId?: string | undefined
  name: string
  value: string
  /** Values of the form: some suggestions depend on them. */
  form?: Values | undefined
  maxLength: number | undefined
  onChange: (value: string) => void
  id?: string
}

/** A text with values to choose from, by a click, the arrow down or typing (ARIA combobox). Other texts count too. */
export function SuggestInput({ moduleId, widgetId, name, value, form = {}, onChange, ...field }: SuggestInputProps) {
  const listId = useId()
  const popup = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(-1)
  const text = useDebounced(value)
  const enabled = isOpen && text === value
  const request = { field: name, text, values: jsonValues(form), ...(widgetId !== undefined && { widgetId }) }
  const { data: suggestions = [], error } = useQuery({ ...suggestionsQuery(moduleId, request), enabled })
  const isShown = isOpen && (suggestions.length > 0 || error !== null)

  // A dialog may end where the list begins.
  useEffect(() => {
    if (isShown) popup.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])

  /** Undefined closes the list without a choice. */
  function choose(suggestion: Suggestion | undefined) {
    if (suggestion) onChange(suggestion.value)
    setOpen(false)
    setActiveIndex(-1)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && suggestions.length > 0) {
      setOpen(true)
      setActiveIndex((index) => (Math.max(index, step < 0 ? 0 : -1) + step + suggestions.length) % suggestions.length)
    } else if (step) {
      setOpen(true)
      return
    } else if (event.key === 'Enter' && isShown && activeIndex >= 0) choose(suggestions[activeIndex])
    else if (event.key === 'Escape' && isShown) choose(undefined)
    else return
    event.preventDefault()
    // Escape closes the list, not the dialog around it.
    event.stopPropagation()
  }

  return (
    <div className="relative">
      <Input
        {...field}
        role="combobox"
        name={name}
        value={value}
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
        onChange={({ target }) => {
          onChange(target.value)
          setOpen(true)
          setActiveIndex(-1)
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={() => choose(undefined)}
      />
      <div
        ref={popup}
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isShown}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-56 overflow-y-auto rounded-lg border bg-popover p-1 shadow-md"
      >
        {error && <p className="px-2 py-1.5 text-muted-foreground text-sm">{error.message}</p>}
        <Suggestions id={listId} suggestions={suggestions} activeIndex={activeIndex} onChoose={choose} />
      </div>
    </div>
  )
}

/** Values that JSON can hold: a number field with unreadable input has NaN. */
const jsonValues = (form: Values): WidgetConfig =>
  Object.fromEntries(
    Object.entries(form).filter(([, value]) => value !== undefined && !Number.isNaN(value)),
  ) as WidgetConfig

/** Debounces a value. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
