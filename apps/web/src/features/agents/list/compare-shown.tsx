import { agents } from '@atalaya/contract/agents'
import { COMPARED_NAMED_MAX } from '@atalaya/contract/telemetry'
import { mutationOptions, useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { Button } from '#web/components/ui/button.tsx'
import { type ListMatches, useListMatches } from '#web/features/agents/list/list-matches.ts'
import type { ListState } from '#web/features/agents/list/use-list-state.ts'
import { call } from '#web/lib/calls/api.ts'

const readMatchIds = mutationOptions({
  mutationFn: async ({ listed, order }: ListMatches) => {
    const query = { ...listed, ...order, page: 1, pageSize: COMPARED_NAMED_MAX }
    return (await call(agents.list, { query })).agents.map(({ agentId }) => agentId)
  },
  meta: { error: 'Error on loading agents list' },
})

type CompareMatchesProps = { list: ListState; total: number | undefined }

/**
 * Button to the charts of all agents in a filtered list, on its other pages too. Renders nothing if there are too many.
 */
export function CompareMatches({ list, total = 0 }: CompareMatchesProps) {
  const matches = useListMatches(list, total)
  const navigate = useNavigate()
  const read = useMutation(readMatchIds)
  if (!matches || total < 2 || total > COMPARED_NAMED_MAX) return null
  return (
    <Button
      variant="ghost"
      size="sm"
      className="justify-self-start"
      busy={read.isPending}
      onClick={() =>
        read.mutate(matches, {
          onSuccess: ([first, ...others]) => first && void navigate(`/agents/${first}?with=${others.join(',')}`),
        })
      }
    >
      Compare these {total}
    </Button>
  )
}
