import type { IndexedModule } from '@atalaya/contract/module-indexes'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { KeyText } from '#web/features/marketplace/indexes/key-text.tsx'

type PublisherDialogProps = {
  module: IndexedModule
  isBusy: boolean
  error: string | undefined
  onAccept: (publisher: string) => void
  onClose: () => void
}

/** Asks before an update from a different publisher replaces an installed module. */
export function PublisherDialog({ module, isBusy, error, onAccept, onClose }: PublisherDialogProps) {
  const { name, installed, offer, acceptedPublisher, indexName } = module
  if (!offer) return null
  return (
    <ConfirmDialog
      title={`${name} by another publisher`}
      description={
        acceptedPublisher === null
          ? `${name} ${installed} was installed by hand. Version ${offer.version} comes from ${indexName}: accept it if both are by the same people.`
          : `Version ${offer.version} is signed by somebody else than ${installed}. Accept it only if you know why.`
      }
      confirmText="Accept and install"
      busyText="Installing..."
      isDestructive
      isBusy={isBusy}
      error={error}
      onConfirm={() => onAccept(offer.publisher)}
      onClose={onClose}
    >
      {acceptedPublisher !== null && <KeyText label="Accepted before" text={acceptedPublisher} />}
      <KeyText label="Now" text={offer.publisher} />
    </ConfirmDialog>
  )
}
