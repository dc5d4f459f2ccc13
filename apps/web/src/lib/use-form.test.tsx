import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useForm } from '#web/lib/use-form.ts'

const schema = z
  .object({ name: z.string().trim().min(1, 'A name, please'), age: z.coerce.number().max(150, 'Nobody is that old') })
  .refine(({ name }) => name !== 'nobody', { path: ['name'], error: 'Somebody, please' })
type Person = z.output<typeof schema>

const tooYoung = ({ name, age }: { name: string; age: unknown }) => ({
  age: name === 'Grace' && age === '3' ? 'Grace is older' : undefined,
})

type FormProps = { onValid?: (person: Person) => void; refusedWith?: Error; minLength?: number }

function Form({ onValid = () => undefined, refusedWith, minLength }: FormProps) {
  const send = (person: Person) => (refusedWith ? form.refuse(refusedWith) : onValid(person))
  const form = useForm(schema, send, tooYoung)
  return (
    <form {...form.props}>
      <input aria-label="name" name="name" />
      <p data-testid="name">{form.errors.name}</p>
      <input aria-label="age" name="age" minLength={minLength} />
      <p data-testid="age">{form.errors.age}</p>
      <p data-testid="whole">{form.refusal}</p>
      <button type="submit">Save</button>
      <button type="button" onClick={form.reset}>
        Empty
      </button>
    </form>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const field = (name: string) => screen.getByRole('textbox', { name })
const errorOf = (name: string) => screen.getByTestId(name).textContent

test('a valid form submits the values parsed by the schema', async () => {
  const submitted: Person[] = []
  render(<Form onValid={(person) => submitted.push(person)} />)
  await userEvent.type(field('name'), ' Ada ')
  await userEvent.type(field('age'), '36')
  await press('Save')
  expect(submitted).toEqual([{ name: 'Ada', age: 36 }])
})

test('errors are hidden until the form is sent, then all are shown with the focus on the first', async () => {
  const submitted: Person[] = []
  render(<Form onValid={(person) => submitted.push(person)} />)
  await userEvent.type(field('age'), '200')
  expect(errorOf('age')).toBe('')

  await press('Save')
  expect([errorOf('name'), errorOf('age')]).toEqual(['A name, please', 'Nobody is that old'])
  expect(field('name')).toHaveFocus()

  await userEvent.type(field('name'), 'nobody')
  expect([errorOf('name'), errorOf('age')]).toEqual(['Somebody, please', 'Nobody is that old'])
  await userEvent.clear(field('age'))
  expect([errorOf('name'), errorOf('age')]).toEqual(['Somebody, please', ''])
  await press('Save')
  expect(field('name')).toHaveFocus()
  expect(submitted).toEqual([])
})

const text = 'Not like this'
const refusal = (errors: { path: string; message: string }[]) =>
  new ApiError(400, text, { success: false, error: text, message: text, code: 'validation', errors, requestId: 'r' })

test.each([
  ['beside its field', [{ path: 'name', message: 'Taken' }], ['Taken', '']],
  [
    'with the first of several messages for a field',
    [
      { path: 'name', message: 'Taken' },
      { path: 'name', message: 'Odd' },
    ],
    ['Taken', ''],
  ],
  ['for the whole form if the field is unknown', [{ path: 'colour', message: 'Too red' }], ['', text]],
  ['for the whole form if it names no field', [], ['', text]],
])('a refusal is shown %s, until the next change', async (_name, errors, shown) => {
  render(<Form refusedWith={refusal(errors)} />)
  await userEvent.type(field('name'), 'Ada')
  await press('Save')
  expect([errorOf('name'), errorOf('whole')]).toEqual(shown)
  await userEvent.type(field('name'), '!')
  expect([errorOf('name'), errorOf('whole')]).toEqual(['', ''])
})

test('an error is shown when its field loses the focus, and updated by each change', async () => {
  render(<Form />)
  await userEvent.type(field('name'), 'nobody')
  await userEvent.tab()
  expect([errorOf('name'), errorOf('age')]).toEqual(['Somebody, please', ''])
  await userEvent.type(field('name'), '!')
  expect(errorOf('name')).toBe('')
})

test('an error is shown during typing once the field has its full length', async () => {
  render(<Form minLength={2} />)
  await userEvent.type(field('age'), '1')
  await userEvent.type(field('age'), '77')
  expect(errorOf('age')).toBe('Nobody is that old')
})

test('a press on a button shows no error, which would move the button under the pointer', async () => {
  render(<Form />)
  await userEvent.type(field('name'), 'nobody')
  await act(async () => screen.getByRole('button', { name: 'Save' }).focus())
  expect(errorOf('name')).toBe('')
})

test('a form with an error found outside of the schema is not sent', async () => {
  const submitted: Person[] = []
  render(<Form onValid={(person) => submitted.push(person)} />)
  await userEvent.type(field('name'), 'Grace')
  await userEvent.type(field('age'), '3')
  await press('Save')
  expect(errorOf('age')).toBe('Grace is older')
  expect(field('age')).toHaveFocus()
  await userEvent.type(field('age'), '3')
  await press('Save')
  expect(submitted).toEqual([{ name: 'Grace', age: 33 }])
})

test('an emptied form shows no errors until it is sent again', async () => {
  render(<Form />)
  await userEvent.type(field('name'), 'Ada')
  await press('Save')
  await press('Empty')
  expect(field('name')).toHaveValue('')
  await userEvent.type(field('age'), '200')
  expect(errorOf('age')).toBe('')
})
