import type { Formats } from '@atalaya/format/formats'
import { numberText } from '@atalaya/format/number'
import { exactText } from '@atalaya/format/time'
import { dayName } from '@atalaya/format/words'
import { localZone } from '@atalaya/format/zone'
import { Label } from '#web/components/ui/label.tsx'
import { NativeSelect } from '#web/components/ui/native-select.tsx'
import { useNow } from '#web/lib/clock.ts'
import { usePreferences } from '#web/lib/preferences.ts'

const SECOND_MS = 1000
const LOCALES: Option[] = [
  ['en-US', 'English (US)'],
  ['en-GB', 'English (UK)'],
  ['de-DE', 'Deutsch'],
  ['es-ES', 'Español'],
  ['fr-FR', 'Français'],
  ['it-IT', 'Italiano'],
  ['nl-NL', 'Nederlands'],
  ['pl-PL', 'Polski'],
  ['pt-BR', 'Português (Brasil)'],
  ['sv-SE', 'Svenska'],
  ['ja-JP', '日本語'],
]
const HOURS: Option[] = [
  ['24', '24 hours'],
  ['12', '12 hours'],
]
const FIRST_DAYS = [1, 6, 7].map((day): Option => [String(day), dayName(day)])

/** Resets one choice to the default and keeps the others. */
const without = (formats: Formats, key: keyof Formats): Formats =>
  Object.fromEntries(Object.entries(formats).filter(([name]) => name !== key))

/** Formats of times, dates and numbers. The empty choice is the browser's. */
export function LanguageSetting() {
  const { preferences, isPending, keep } = usePreferences()
  const now = useNow(SECOND_MS)
  const formats = preferences.formats ?? {}
  const choose = (key: keyof Formats, value: string | number) =>
    keep({ formats: value === '' ? without(formats, key) : { ...formats, [key]: value } })
  const shared = { isDisabled: isPending, formats, onChoose: choose }
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:max-md:grid-cols-2 xl:grid-cols-2">
        <FormatSelect
          {...shared}
          label="Dates and numbers"
          format="locale"
          defaultLabel="The browser's"
          options={LOCALES}
        />
        <FormatSelect
          {...shared}
          label="Time zone"
          format="zone"
          defaultLabel={`The browser's (${localZone()})`}
          options={zones()}
        />
        <FormatSelect {...shared} label="Hours" format="hours" defaultLabel="The language's" options={HOURS} />
        <FormatSelect
          {...shared}
          label="First day of the week"
          format="firstDay"
          defaultLabel="As usual (Monday)"
          options={FIRST_DAYS}
        />
      </div>
      <p className="text-muted-foreground text-sm tabular-nums">
        {exactText(now, formats)} · {numberText(1234.5, 1, formats)}
      </p>
    </div>
  )
}

type Option = readonly [value: string, title: string]
const zones = () => Intl.supportedValuesOf('timeZone').map((zone): Option => [zone, zone.replaceAll('_', ' ')])

type FormatSelectProps = {
  label: string
  format: keyof Formats
  defaultLabel: string
  options: readonly Option[]
  formats: Formats
  isDisabled: boolean
  onChoose: (key: keyof Formats, value: string | number) => void
}

/** A native list, which is fast with hundreds of zones and fills the screen of a phone. */
function FormatSelect({ label, format, defaultLabel, options, formats, isDisabled, onChoose }: FormatSelectProps) {
  const chosen = String(formats[format] ?? '')
  const isNumber = format === 'hours' || format === 'firstDay'
  const isListed = chosen === '' || options.some(([value]) => value === chosen)
  return (
    <div className="grid min-w-0 gap-1.5">
      <Label htmlFor={format}>{label}</Label>
      <NativeSelect
        id={format}
        value={chosen}
        disabled={isDisabled}
        onChange={({ target: { value } }) => onChoose(format, isNumber && value !== '' ? Number(value) : value)}
      >
        <option value="">{defaultLabel}</option>
        {!isListed && <option value={chosen}>{chosen}</option>}
        {options.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}
