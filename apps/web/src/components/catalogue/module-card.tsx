import type { ModuleMeta } from '@atalaya/contract/modules'
import { ImageOff, Maximize2, Plus } from 'lucide-react'
import { memo, useState } from 'react'
import { sizeText } from '#web/components/catalogue/filters.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { serverUrl } from '#web/lib/calls/request.ts'
import { useShownTheme } from '#web/lib/looks/theme.ts'

type ModuleCardProps = { module: ModuleMeta; onAdd: (module: ModuleMeta) => void }

export const ModuleCard = memo(function ModuleCard({ module, onAdd }: ModuleCardProps) {
  const { id, name, description, category, configSchema } = module
  return (
    <article
      aria-label={name}
      className="flex h-full flex-col overflow-hidden rounded-xl border bg-card shadow-sm [contain:content]"
    >
      <Picture module={module} />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex min-w-0 gap-1.5">
          {category && <Badge variant="info">{category}</Badge>}
          <Badge variant="outline" className="min-w-0 shrink truncate font-mono">
            {id}
          </Badge>
        </div>
        <h3 className="truncate font-semibold text-lg leading-tight" title={name}>
          {name}
        </h3>
        <p className="line-clamp-3 min-h-15 flex-1 text-muted-foreground text-sm">{description}</p>
        <div className="flex flex-wrap items-center gap-2 pt-1">
          <Badge variant={configSchema ? 'default' : 'success'}>
            {configSchema ? 'Configurable' : 'Quick install'}
          </Badge>
          <span className="flex items-center gap-1 text-muted-foreground text-sm tabular-nums" title="Columns x rows">
            <Maximize2 className="size-3.5" aria-hidden />
            {sizeText(module.size)}
          </span>
          <Button size="sm" className="ml-auto" aria-label={`Add ${name}`} onClick={() => onAdd(module)}>
            <Plus aria-hidden />
            Add
          </Button>
        </div>
      </div>
    </article>
  )
})

function Picture({
  module: { preview: lightPreview, previewDark: darkPreview = lightPreview, name },
}: {
  module: ModuleMeta
}) {
  const [isBroken, setBroken] = useState(false)
  const preview = useShownTheme() === 'dark' ? darkPreview : lightPreview
  const frame = 'h-36 shrink-0 border-b bg-muted'
  if (preview && !isBroken) {
    return (
      <img
        src={serverUrl(preview)}
        alt={`Preview of ${name}`}
        loading="lazy"
        decoding="async"
        className={`${frame} w-full object-contain`}
        onError={() => setBroken(true)}
      />
    )
  }
  return (
    <div className={`${frame} grid place-content-center justify-items-center gap-1.5 text-muted-foreground text-sm`}>
      <ImageOff className="size-5" aria-hidden />
      No preview available
    </div>
  )
}
