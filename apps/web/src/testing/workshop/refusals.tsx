import { useEffect, useState } from 'react'
import type { Refusal } from '#web/components/widget/refusals.ts'

/** As many as a person reads. */
const SHOWN_MAX = 20

/** Refused actions of a module since its last build, the newest first, without duplicates. */
export function useRefusals(version: string) {
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new build starts over.
  useEffect(() => setRefusals([]), [version])
  const refuse = (refusal: Refusal) =>
    setRefusals((before) => {
      const others = before.filter(({ path, why }) => path !== refusal.path || why !== refusal.why)
      return [refusal, ...others].slice(0, SHOWN_MAX)
    })
  return { refusals, refuse }
}

/** List of refusals, each with its place in the module's message. */
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
