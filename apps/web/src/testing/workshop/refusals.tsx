import { useEffect, useState } from 'react'
import type { Refusal } from '#web/components/widget/refusals.ts'

/** As many as one reads. */
const SHOWN_MAX = 20

/** What a module was refused since its last build, the newest first; the same thing once. */
export function useRefusals(version: string) {
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new build begins anew.
  useEffect(() => setRefusals([]), [version])
  const refuse = (refusal: Refusal) =>
    setRefusals((before) => {
      const others = before.filter(({ path, why }) => path !== refusal.path || why !== refusal.why)
      return [refusal, ...others].slice(0, SHOWN_MAX)
    })
  return { refusals, refuse }
}

/** Each with the place in what the module said. */
export function Refusals({ refusals }: { refusals: readonly Refusal[] }) {
  if (refusals.length === 0) return null
  return (
    <section aria-label="Refused" className="grid gap-2">
      <h2 className="font-semibold">Refused</h2>
      <ul className="grid gap-1 text-sm">
        {refusals.map(({ path, why }) => (
          <li key={`${path} ${why}`}>
            <code>{path}</code>: {why}
          </li>
        ))}
      </ul>
    </section>
  )
}
