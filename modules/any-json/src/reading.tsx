import { useFormats } from '@atalaya/module-sdk'
import type { Scalar } from '../pick.ts'
import { faultText, unitText, valueText } from './text.ts'
import type { ValueResult } from './value-result.ts'

/**
 * The value at a path with its unit, or the reason why there is none. Truncated to one line; the title has the whole
 * text.
 */
export function Reading({ result: { value, picked, now }, row = 0 }: { result: ValueResult; row?: number }) {
  const formats = useFormats()
  if (picked.kind === 'fault') {
    const text = faultText(picked.fault)
    return (
      <span
        className="block truncate font-normal text-muted-foreground text-xs italic"
        title={`${value.path}: ${text}`}
      >
        {text}
      </span>
    )
  }
  const scalar: Scalar = picked.kind === 'one' ? picked.value : (picked.values[row] ?? null)
  const text = valueText(scalar, value, formats, now)
  const unit = unitText(scalar, value)
  return (
    <span className="block truncate" title={`${text} ${unit}`.trim()}>
      {text}
      {unit && <span className="font-normal text-muted-foreground text-xs"> {unit}</span>}
    </span>
  )
}
