/** Public key in short groups, to compare it by eye with the one that its publisher shows. */
export function KeyText({ label, text }: { label: string; text: string }) {
  const groups = text.match(/.{1,6}/g) ?? []
  return (
    <p className="grid gap-0.5 text-xs">
      <span className="text-muted-foreground">{label}</span>
      <span className="flex flex-wrap gap-x-1.5 font-mono" title={text}>
        {groups.map((group, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups never move.
          <span key={n}>{group}</span>
        ))}
      </span>
    </p>
  )
}
