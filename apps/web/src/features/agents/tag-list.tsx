import { Badge } from '#web/components/ui/badge.tsx'
import { ListingLink } from '#web/features/agents/list/listing-link.tsx'
import { firstTags } from '#web/features/agents/tags.ts'

/**
 * First three tags and the number of the others; all of them on hover. With `isLinked`, each links to the agents with
 * this tag.
 */
export function TagList({ tags, isLinked = false }: { tags: string[]; isLinked?: boolean }) {
  const { shown, more } = firstTags(tags)
  if (shown.length === 0) return null
  return (
    <span className="flex min-w-0 items-center gap-1" title={more > 0 ? tags.join(', ') : undefined}>
      {shown.map((tag) => (
        <Badge key={tag} className="min-w-0 shrink">
          {isLinked ? (
            <ListingLink to={{ tag: [tag] }} title={`Agents with the tag ${tag}`}>
              {tag}
            </ListingLink>
          ) : (
            <span className="truncate">{tag}</span>
          )}
        </Badge>
      ))}
      {more > 0 && <span className="shrink-0 text-muted-foreground text-xs">+{more}</span>}
    </span>
  )
}
