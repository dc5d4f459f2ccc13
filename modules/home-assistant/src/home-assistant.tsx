import { useConfig, useFormats, useIsDisplay, useSize, WithData } from '@atalaya/module-sdk'
import type { ReactNode } from 'react'
import type { Entities, Entity } from '../server/entity.ts'
import { type EntityText, entityText } from './words.ts'

/** Present states of entities of Home Assistant. */
export function HomeAssistant() {
  return <WithData<Entities>>{({ entities }, age) => <EntityList entities={entities} age={age} />}</WithData>
}

function EntityList({ entities, age }: { entities: Entity[]; age: ReactNode }) {
  const { title } = useConfig()
  const { width, height } = useSize()
  // A display can't be scrolled: an entry that does not fit entirely wraps to a column out of sight.
  const isDisplay = useIsDisplay()
  const [first] = entities
  if (!first) return <p className="grid h-full place-content-center p-2 text-muted-foreground text-sm">No entities.</p>
  if (height === 1 || (width === 1 && entities.length === 1)) return <Large entity={first} age={age} />
  return (
    <div className="@container flex h-full flex-col gap-2 overflow-hidden p-3 @max-[9rem]:p-2">
      {(typeof title === 'string' && title !== '') || age ? (
        <p className="flex shrink-0 items-baseline justify-between gap-x-2 font-semibold leading-tight @max-[9rem]:flex-wrap">
          <span className="max-w-full truncate" title={String(title ?? '')}>
            {String(title ?? '')}
          </span>
          {age}
        </p>
      ) : null}
      <ul
        aria-label="Entities"
        tabIndex={isDisplay ? undefined : 0}
        className={`flex min-h-0 flex-1 flex-col gap-x-6 ${isDisplay ? 'flex-wrap overflow-hidden' : 'scroll-list'}`}
      >
        {entities.map((entity, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entity can be there twice, and rows have no other name.
          <Row key={index} entity={entity} />
        ))}
      </ul>
    </div>
  )
}

function Row({ entity }: { entity: Entity }) {
  const stateText = entityText(entity, useFormats())
  return (
    <li className="flex w-full shrink-0 items-center gap-2 border-b py-1.5 last:border-b-0 @max-[10rem]:flex-col @max-[10rem]:items-start @max-[10rem]:gap-0">
      <Sign stateText={stateText} />
      <span className="min-w-0 flex-1 truncate text-sm" title={entity.name}>
        {entity.name}
      </span>
      <State stateText={stateText} className="text-sm" />
    </li>
  )
}

/** One entity as large as its tile. */
function Large({ entity, age }: { entity: Entity; age: ReactNode }) {
  const stateText = entityText(entity, useFormats())
  return (
    <div className="@container flex h-full flex-col justify-center overflow-hidden p-3 leading-tight @max-[9rem]:p-2">
      <p className="flex items-baseline gap-x-2 text-muted-foreground text-sm @max-[9rem]:flex-wrap">
        <span className="min-w-0 max-w-full truncate" title={entity.name}>
          {entity.name}
        </span>
        {age}
      </p>
      <p className="flex items-center gap-2">
        <Sign stateText={stateText} />
        <State stateText={stateText} isFigure className="text-2xl @max-[9rem]:text-xl" />
      </p>
    </div>
  )
}

type StateProps = { stateText: EntityText; className: string; isFigure?: boolean }

function State({ stateText: { text, unit, isKnown }, className, isFigure }: StateProps) {
  return (
    <span
      className={`min-w-0 truncate font-semibold tabular-nums ${isKnown ? '' : 'text-muted-foreground'} ${className}`}
      title={`${text} ${unit}`.trim()}
      data-figure={isFigure}
    >
      {text}
      {unit && <span className="font-normal text-muted-foreground"> {unit}</span>}
    </span>
  )
}

/** Dot, filled if the entity is on; absent for numbers. The word beside it says the same. */
function Sign({ stateText: { isOn, isKnown } }: { stateText: EntityText }) {
  const fill = { true: 'border-primary bg-primary', false: 'border-muted-foreground', null: 'invisible' }[`${isOn}`]
  return (
    <span
      aria-hidden
      className={`size-2.5 shrink-0 rounded-full border @max-[10rem]:hidden ${fill} ${isKnown ? '' : 'border-dashed'}`}
    />
  )
}
