import { type ConfigField, rowOf, type Values } from '@atalaya/config-schema/fields'
import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { FieldError } from '#web/components/ui/field-error.tsx'

/** Maximum rows if the schema gives none: more don't suit a dialog. */
const ROWS_MAX = 50

type ListInputProps = {
  field: ConfigField
  value: unknown
  error: string | undefined
  onChange: (rows: unknown[]) => void
  /** Draws one part of a row. */
  drawPart: (part: ConfigField, value: unknown, onChange: (value: unknown) => void) => ReactNode
}

/** List of values, or of rows with several parts; rows can be changed, moved up, removed and added. */
export function ListInput({ field, value, error, onChange, drawPart }: ListInputProps) {
  const { label, help, isRequired, parts, node } = field
  const rows = Array.isArray(value) ? value : []
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const isAdding = useRef(false)
  // Keys that keep each control with its row while others are added or removed.
  const nextKey = useRef(rows.length)
  const [keys, setKeys] = useState(() => rows.map((_, index) => index))
  const isPlain = parts[0]?.key === ''
  // A plain value takes the label of the row's schema, else the list's.
  const labelledParts = parts.map((part) =>
    isPlain ? { ...part, label: part.label || label, isRequired: false } : part,
  )

  function replace(nextRows: unknown[], nextKeys = keys) {
    setKeys(nextKeys)
    onChange(nextRows)
  }
  function change(index: number, row: Values, key: string, newValue: unknown) {
    replace(rows.with(index, isPlain ? newValue : { ...row, [key]: newValue }))
  }
  function add() {
    const initial = Object.fromEntries(
      parts.flatMap((part) => (part.initial === undefined ? [] : [[part.key, part.initial]])),
    )
    replace([...rows, isPlain ? initial[''] : initial], [...keys, nextKey.current++])
    isAdding.current = true
  }
  // Focuses the new row when it is rendered, which may be later than the next frame.
  useEffect(() => {
    if (!isAdding.current || list.current?.childElementCount !== keys.length) return
    isAdding.current = false
    list.current.lastElementChild?.querySelector<HTMLElement>('input, select')?.focus()
  })

  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">{isRequired ? `${label} *` : label}</legend>
      {help && <p className="text-muted-foreground text-xs">{help}</p>}
      {rows.length > 0 && (
        <ol ref={list} className="grid gap-2">
          {rows.map((entry, index) => {
            const row = rowOf(field, entry)
            return (
              <li key={keys[index]} className="flex items-end gap-1 rounded-lg border p-2">
                <div className="grid min-w-0 flex-1 grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
                  {labelledParts.map((part) => (
                    <div key={part.key} className="min-w-0">
                      {drawPart(part, row[part.key], (newValue) => change(index, row, part.key, newValue))}
                    </div>
                  ))}
                </div>
                <RowButton
                  label={`Move row ${index + 1} up`}
                  disabled={index === 0}
                  onClick={() => replace(movedUp(rows, index), movedUp(keys, index))}
                >
                  <ArrowUp aria-hidden />
                </RowButton>
                <RowButton
                  label={`Remove row ${index + 1}`}
                  onClick={() => replace(rows.toSpliced(index, 1), keys.toSpliced(index, 1))}
                >
                  <Trash2 aria-hidden />
                </RowButton>
              </li>
            )
          })}
        </ol>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <Button
        variant="secondary"
        className="justify-self-start"
        disabled={rows.length >= (node.maxItems ?? ROWS_MAX)}
        onClick={add}
      >
        <Plus aria-hidden /> Add
      </Button>
      {/* Lets a dialog notice rows that were moved or removed. It comes last, so that an error focuses a control. */}
      <input type="hidden" value={keys.join()} />
    </fieldset>
  )
}

/** Swaps a row with the one above it. */
const movedUp = <T,>(all: readonly T[], index: number): T[] => {
  const [item] = all.slice(index, index + 1)
  return item === undefined ? [...all] : all.toSpliced(index, 1).toSpliced(index - 1, 0, item)
}

type RowButtonProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }

function RowButton({ label, children, ...button }: RowButtonProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} {...button}>
      {children}
    </Button>
  )
}
