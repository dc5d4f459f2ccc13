import { useFormats } from '@atalaya/module-sdk'
import type { Scalar } from '../pick.ts'
import type { Found } from './found.ts'
import { faultText, unitText, valueText } from './text.ts'

/** The value at a path with its unit, or why there is none, in its place. */
export function Reading({ found: { value, picked }, row }: { found: Found; row?: number }) {
  const formats = useFormats()
  if (picked.kind === 'fault') {
    const text = faultText(picked.fault)
    return (
      <span className="font-normal text-muted-foreground text-xs italic" title={`${value.path}: ${text}`}>
        {text}
      </span>
    )
  }
  const scalar: Scalar = picked.kind === 'one' ? picked.value : (picked.values[row ?? 0] ?? null)
  const unit = unitText(scalar, value)
  return (
    <>
      {valueText(scalar, value, formats)}
      {unit && <span className="font-normal text-muted-foreground text-xs"> {unit}</span>}
    </>
  )
}
