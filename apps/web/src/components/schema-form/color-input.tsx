import { Input } from '#web/components/ui/input.tsx'

type ColorInputProps = { name: string; value: string; onChange: (value: string) => void; id?: string }

/** Colour as text, beside the browser's picker; the picker alone can't be empty. */
export function ColorInput({ name, value, onChange, ...field }: ColorInputProps) {
  const shown = /^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'
  return (
    <div className="flex gap-2">
      <Input
        name={name}
        value={value}
        placeholder="#ffaa00"
        className="font-mono"
        onChange={({ target }) => onChange(target.value)}
        {...field}
      />
      <input
        type="color"
        aria-label="Pick a colour"
        value={shown}
        onChange={({ target }) => onChange(target.value)}
        className="h-9 w-12 shrink-0 cursor-pointer rounded-md border border-input/60 bg-card p-1"
      />
    </div>
  )
}
