/** A sentence in place of the values. */
export function Note({ text }: { text: string }) {
  return (
    <p className="grid min-h-0 flex-1 place-items-center overflow-hidden text-center text-muted-foreground text-sm leading-tight">
      {text}
    </p>
  )
}
