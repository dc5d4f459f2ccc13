import { SchemaField } from '#web/components/schema-form/schema-field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Textarea } from '#web/components/ui/textarea.tsx'
import type { CommandArgs } from '#web/features/agents/commands/use-args.ts'

type ArgsFieldsProps = {
  args: CommandArgs
  /** Reason why the server refused the JSON. */
  refusal: string | undefined
}

/** Arguments of a command: a form if their schema is known, else JSON; JSON also on demand. */
export function ArgsFields({ args, refusal }: ArgsFieldsProps) {
  const { showsForm, hasForm, fields, values, errorOf, change, setJson } = args
  return (
    <div className="grid gap-4">
      {showsForm ? (
        fields.map((field) => (
          <SchemaField
            key={field.key}
            field={field}
            moduleId={undefined}
            value={values[field.key]}
            error={errorOf(field.key)}
            onChange={(value) => change(field.key, value)}
          />
        ))
      ) : (
        <Field label="Args (JSON)" error={refusal}>
          <Textarea
            name="args"
            defaultValue={JSON.stringify(args.filled)}
            rows={4}
            spellCheck={false}
            className="font-mono text-sm"
          />
        </Field>
      )}
      {hasForm && (
        <Button variant="ghost" size="sm" className="-my-2 justify-self-start" onClick={() => setJson(showsForm)}>
          {showsForm ? 'Write it as JSON' : 'Fill in a form'}
        </Button>
      )}
    </div>
  )
}
