import { useMutation, useQuery } from '@tanstack/react-query'
import { Switch } from '#web/components/ui/switch.tsx'
import { policyQuery, setPolicy } from '#web/features/account/factor/factor.queries.ts'
import { FactorSection } from '#web/features/account/factor/factor-section.tsx'

const TITLE = 'Administrators must have one'

/** Switch: must every administrator have a second factor? Administrators need one themselves to turn it on. */
export function AdminPolicy({ hasFactor }: { hasFactor: boolean }) {
  const { data: policy } = useQuery(policyQuery)
  const set = useMutation(setPolicy)
  const isOn = policy?.administratorsMust ?? false
  return (
    <FactorSection
      title={TITLE}
      about={
        hasFactor || isOn
          ? 'An administrator without one can do nothing before it is set up.'
          : 'Set up your own first; then you can ask it of all administrators.'
      }
      action={
        <Switch
          aria-label={TITLE}
          checked={isOn}
          disabled={!policy || set.isPending || (!hasFactor && !isOn)}
          onCheckedChange={(checked) => set.mutate(checked)}
        />
      }
    />
  )
}
