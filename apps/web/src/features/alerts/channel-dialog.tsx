import {
  type AlertChannel,
  type ChannelAddress,
  type ChannelKind,
  channelInput,
} from '@atalaya/contract/alert-channels'
import { WEBHOOK_EXAMPLES } from '@atalaya/contract/alert-webhooks'
import type { Severity } from '@atalaya/contract/severity'
import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useId, useState } from 'react'
import { Choice } from '#web/components/choice.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Textarea } from '#web/components/ui/textarea.tsx'
import { KIND_TITLES } from '#web/features/alerts/channel-words.ts'
import { addChannel, editChannel } from '#web/features/alerts/channels.queries.ts'
import { useSession } from '#web/lib/session/session.ts'

const LOWEST_SEVERITIES = [
  { key: 'info', title: 'Everything' },
  { key: 'warning', title: 'Warnings and worse' },
  { key: 'critical', title: 'Critical alerts' },
] as const satisfies { key: Severity; title: string }[]

type FormValues = Record<string, string>
type ChannelFields = Pick<AlertChannel, 'name' | 'from' | 'isOn' | 'tellsEnd'>
type ChannelFieldProps = { label: string; name: string; hint?: string; type?: string }

/** Fields of each kind of channel. A secret left empty keeps its stored value. */
const FIELDS: Record<ChannelKind, ChannelFieldProps[]> = {
  push: [],
  email: [{ label: 'E-mail', name: 'to', type: 'email' }],
  ntfy: [
    { label: 'Server', name: 'server', type: 'url' },
    {
      label: 'Topic',
      name: 'topic',
      hint: 'Subscribe to it in the ntfy app on your phone. Everybody who knows it can read it: choose one that nobody guesses.',
    },
    { label: 'Access token', name: 'token', type: 'password', hint: 'Only where the topic is protected.' },
  ],
  telegram: [
    { label: 'Chat', name: 'chatId', hint: 'Its number, or @ and the name of a channel. Write to the bot first.' },
  ],
  webhook: [
    { label: 'Address', name: 'url', type: 'url' },
    { label: 'Secret', name: 'secret', type: 'password', hint: 'Signs what is sent: x-atalaya-signature.' },
  ],
}
const INITIAL_VALUES: Partial<Record<ChannelKind, FormValues>> = { ntfy: { server: 'https://ntfy.sh' } }

type ChannelDialogProps = { channel: AlertChannel | undefined; kind: ChannelKind; onClose: () => void }

/** Initial values of a new channel. For e-mail, the recipient is the user. */
const newValues = (kind: ChannelKind, email: string): FormValues =>
  kind === 'email' ? { to: email } : (INITIAL_VALUES[kind] ?? {})

export function ChannelDialog({ channel, kind, onClose }: ChannelDialogProps) {
  const email = useSession()?.user?.email ?? ''
  // Only the edited fields; the others keep following the channel, which may change on another screen.
  const [editedAddress, setEditedAddress] = useState<FormValues>({})
  const [editedFields, setEditedFields] = useState<Partial<ChannelFields>>({})
  const address: FormValues = { ...(channel?.address ?? newValues(kind, email)), ...editedAddress }
  const { name, from, isOn, tellsEnd }: ChannelFields = {
    name: KIND_TITLES[kind],
    from: 'info',
    isOn: true,
    tellsEnd: true,
    ...channel,
    ...editedFields,
  }
  const [errors, setErrors] = useState<FormValues>({})
  const servicesId = useId()
  const add = useMutation(addChannel)
  const edit = useMutation(editChannel)
  const set = (change: Partial<ChannelFields>) => setEditedFields({ ...editedFields, ...change })
  const setAddress = (change: FormValues) => setEditedAddress({ ...editedAddress, ...change })

  function submit() {
    const filled = Object.fromEntries(Object.entries(address).filter(([, text]) => text.trim() !== ''))
    const { success, data, error } = channelInput.safeParse({
      name,
      isOn,
      from,
      tellsEnd,
      address: { kind, ...filled } as ChannelAddress,
    })
    if (!success) return setErrors(errorsIn(error.issues))
    setErrors({})
    if (channel) edit.mutate({ id: channel._id, input: data }, { onSuccess: onClose })
    else add.mutate(data, { onSuccess: onClose })
  }

  const inputField = ({ label, name: field, ...props }: ChannelFieldProps): ReactElement => (
    <Field key={field} label={label} hint={props.hint} error={errors[field]}>
      <Input
        type={props.type ?? 'text'}
        autoComplete="off"
        placeholder={channel && props.type === 'password' ? 'As it was' : undefined}
        value={address[field] ?? ''}
        onChange={({ target }) => setAddress({ [field]: target.value })}
      />
    </Field>
  )

  return (
    <FormDialog
      title={channel ? `Edit ${channel.name}` : `Add ${KIND_TITLES[kind]}`}
      submitText={channel ? 'Save' : 'Add'}
      busyText="Saving..."
      isBusy={add.isPending || edit.isPending}
      error={(add.error ?? edit.error)?.message ?? errors.address}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name}>
        <Input value={name} maxLength={80} onChange={({ target }) => set({ name: target.value })} />
      </Field>
      {FIELDS[kind].map(inputField)}
      {kind === 'webhook' && (
        <>
          <Field
            label="Template"
            hint="JSON, with {{title}}, {{text}}, {{severity}}, {{what}}, {{url}}, {{incident}} and {{id}} inside its texts. Empty: all of them."
            error={errors.template}
          >
            <Textarea
              rows={6}
              className="font-mono text-xs"
              value={address.template ?? ''}
              onChange={({ target }) => setAddress({ template: target.value })}
            />
          </Field>
          <fieldset aria-labelledby={servicesId} className="flex min-w-0 flex-wrap items-center gap-2">
            <span id={servicesId} className="text-muted-foreground text-sm">
              Templates for
            </span>
            {WEBHOOK_EXAMPLES.map((example) => (
              <Button
                key={example.name}
                variant="secondary"
                size="sm"
                onClick={() => setAddress({ template: example.template })}
              >
                {example.name}
              </Button>
            ))}
          </fieldset>
        </>
      )}
      <Choice
        label="Alerts to send"
        value={from}
        options={LOWEST_SEVERITIES}
        onChange={(next) => set({ from: next })}
      />
      <div className="grid gap-2">
        {[
          { text: 'Tell when it is over, too', key: 'tellsEnd', isChecked: tellsEnd },
          { text: 'Switched on', key: 'isOn', isChecked: isOn },
        ].map(({ text, key, isChecked }) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the checkbox.
          <label key={key} className="flex items-center gap-2 text-sm">
            <Checkbox checked={isChecked} onCheckedChange={(next) => set({ [key]: next === true })} />
            {text}
          </label>
        ))}
      </div>
    </FormDialog>
  )
}

/** Errors by field; those about the address as a whole under `address`. */
function errorsIn(issues: readonly { path: PropertyKey[]; message: string }[]): FormValues {
  return Object.fromEntries(
    issues.map(({ path, message }) => [String(path[0] === 'address' ? (path[1] ?? 'address') : path[0]), message]),
  )
}
