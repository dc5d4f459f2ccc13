import type { IndexedModule } from '@atalaya/contract/module-indexes'
import { bytesText } from '@atalaya/format/bytes'
import { permissionTexts } from '#web/components/catalogue/permissions.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { useFormats } from '#web/lib/formats.ts'

type OfferRowProps = { module: IndexedModule; isBusy: boolean; onInstall: () => void }

/** Module in an index: description, permissions, and the install button. */
export function OfferRow({ module, isBusy, onInstall }: OfferRowProps) {
  const { name, description, indexName, offer, whyNot, installed, isUpdate } = module
  const formats = useFormats()
  const texts = offer ? permissionTexts(offer.permissions) : []
  const canInstall = offer !== null && (installed === null || isUpdate)
  const verb = isUpdate ? 'Update' : 'Install'
  return (
    <li aria-label={name} className="grid min-w-0 gap-1 rounded-lg border px-3 py-2 text-sm">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="min-w-0 truncate font-medium">{name}</span>
        {installed !== null && <Badge>{installed} installed</Badge>}
        {whyNot !== null && <Badge variant="warning">{whyNot}</Badge>}
        {canInstall && (
          <Button
            size="sm"
            variant={isUpdate ? 'default' : 'secondary'}
            className="ml-auto"
            busy={isBusy}
            aria-label={`${verb} ${name} ${offer.version}`}
            onClick={onInstall}
          >
            {verb}
          </Button>
        )}
      </div>
      {description && <p className="line-clamp-2 text-muted-foreground">{description}</p>}
      {offer && (
        <p className="text-muted-foreground text-xs">
          {indexName} · {offer.version} · {bytesText(offer.size, formats)} ·{' '}
          {texts.length === 0 ? 'Asks for nothing' : texts.join('. ')}
        </p>
      )}
    </li>
  )
}
