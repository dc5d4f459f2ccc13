import type { FoundIndex } from '@atalaya/contract/module-indexes'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { addIndex, findIndex } from '#web/features/marketplace/indexes/indexes.queries.ts'
import { KeyText } from '#web/features/marketplace/indexes/key-text.tsx'
import { onValues } from '#web/lib/form-values.ts'
import { plural } from '#web/lib/plural.ts'

/** Looks up an index by its address and shows its publisher's key. Follows the index after confirmation. */
export function AddIndex() {
  const [found, setFound] = useState<FoundIndex | null>(null)
  const find = useMutation(findIndex)
  const onSubmit = onValues(({ address = '' }) =>
    find.mutate(address, { onSuccess: ({ index }) => setFound(index), onError: () => setFound(null) }),
  )
  if (found) return <ConfirmKey found={found} onClose={() => setFound(null)} />
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-wrap items-end gap-2">
      <Field label="Address of an index" error={find.error?.message} className="min-w-0 flex-1 basis-60">
        <Input name="address" type="url" inputMode="url" placeholder="https://example.org/modules.index" />
      </Field>
      <Button type="submit" busy={find.isPending}>
        Find
      </Button>
    </form>
  )
}

function ConfirmKey({ found, onClose }: { found: FoundIndex; onClose: () => void }) {
  const add = useMutation(addIndex)
  const { address, name, key, moduleCount } = found
  return (
    <section aria-label={`Add ${name}`} className="grid gap-2 rounded-lg border border-primary p-3 text-sm">
      <p>
        <span className="font-semibold">{name}</span>, {plural(moduleCount, { one: '# module', other: '# modules' })}
      </p>
      <p>Compare its key with the one that its publisher shows. From then on only what is signed with it counts.</p>
      <KeyText label="Key" text={key} />
      {add.error && <Alert>{add.error.message}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" size="sm" disabled={add.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" busy={add.isPending} onClick={() => add.mutate({ address, key }, { onSuccess: onClose })}>
          Add with this key
        </Button>
      </div>
    </section>
  )
}
