import { localZone } from '@atalaya/format/zone'
import { NativeSelect } from '#web/components/ui/native-select.tsx'

type ZoneSelectProps = { id?: string; name: string; value: string; onChange: (zone: string | undefined) => void }

/** Chooses a time zone; an empty value means the viewer's own. A native list is fast with hundreds of zones. */
export function ZoneSelect({ value, onChange, ...control }: ZoneSelectProps) {
  const zones = Intl.supportedValuesOf('timeZone')
  return (
    <NativeSelect {...control} value={value} onChange={({ target }) => onChange(target.value || undefined)}>
      <option value="">The viewer's own (here {localZone()})</option>
      {value !== '' && !zones.includes(value) && <option value={value}>{value}</option>}
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </NativeSelect>
  )
}
