import type { moduleSuggestions } from '@atalaya/contract/module-suggestions'
import type { Data } from '@atalaya/contract/route'
import { cn } from '#web/lib/looks/cn.ts'

export type Suggestion = Data<typeof moduleSuggestions.suggest>['suggestions'][number]

type SuggestionsProps = {
  id: string
  suggestions: readonly Suggestion[]
  activeIndex: number
  onChoose: (suggestion: Suggestion) => void
}

/** The options of a combobox's list. Those with a place (`disks`, `All elements`, `free`) stand below its branches. */
export function Suggestions({ id, suggestions, activeIndex, onChoose }: SuggestionsProps) {
  return suggestions.map((suggestion, index) => (
    <div key={suggestion.value} role="presentation">
      {branchesTo(suggestion, suggestions[index - 1]).map(({ name, depth }) => (
        <div
          key={depth}
          role="presentation"
          className="truncate py-1 pr-2 text-muted-foreground text-xs"
          style={indentStyle(depth)}
        >
          {name}
        </div>
      ))}
      <Option
        id={`${id}-${index}`}
        suggestion={suggestion}
        isActive={index === activeIndex}
        onChoose={() => onChoose(suggestion)}
      />
    </div>
  ))
}

/** Branches above a suggestion, without those that it shares with the suggestion before it. */
function branchesTo({ place = [] }: Suggestion, previous: Suggestion | undefined) {
  const branches = place.slice(0, -1).map((name, depth) => ({ name, depth }))
  const knownBranches = previous?.place?.slice(0, -1) ?? []
  const differing = branches.findIndex(({ name, depth }) => knownBranches[depth] !== name)
  return differing === -1 ? [] : branches.slice(differing)
}

/** Indents by depth, at most eight steps, so that deep places stay within the list. */
const indentStyle = (depth: number) => ({ paddingLeft: `${0.5 + Math.min(depth, 8) * 0.75}rem` })

type OptionProps = { id: string; suggestion: Suggestion; isActive: boolean; onChoose: () => void }

function Option({ id, suggestion: { value, label, place }, isActive, onChoose }: OptionProps) {
  const name = place?.at(-1)
  const note = label !== value && !value.startsWith(label) ? value : ''
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field, which names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-label={place && `${value} ${label}`}
      className={cn('cursor-pointer rounded-md px-2 py-1.5 text-sm hover:bg-accent', isActive && 'bg-accent')}
      style={place && indentStyle(place.length - 1)}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      // Keeps the focus in the text field: on blur the list would close before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {name ?? label}
      {(place ? label : note) && <span className="text-muted-foreground"> {place ? label : note}</span>}
    </div>
  )
}
