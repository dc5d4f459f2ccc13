/** A public key, to be compared with what its owner says; in groups that the eye can hold. */
export function KeyText({ label, text }: { label: string; text: string }) {
  const groups = text.match(/.{1,6}/g) ?? []
  return (
    <p className="grid gap-0.5 text-xs">
      <span className="text-muted-foreground">{label}</span>
      <span className="flex flex-wrap gap-x-1.5 font-mono" title={text}>
        {groups.map((group, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups stay where they are
          <span key={n}>{group}</span>
        ))}
      </span>
    </p>
  )
}
