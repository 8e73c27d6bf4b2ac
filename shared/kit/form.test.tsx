// @vitest-environment happy-dom
import { Checkbox, InputGroup } from '@blueprintjs/core'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Field, fieldInput, SendButton } from './Field.tsx'
import { Form } from './Form.tsx'
import { useConsoleForm } from './form.ts'
import { errorResponse, fakePlatform, fieldError, renderScreen } from './testing.tsx'

const schema = z.object({
  name: z.string().trim().min(1, 'Please give a name'),
  town: z.string().trim().min(1, 'Please give a town'),
  tick: z.boolean(),
})
type Words = z.infer<typeof schema>

function Sample({ send }: { send: (words: Words) => Promise<unknown> }) {
  const form = useConsoleForm({
    schema,
    values: { name: '', town: '', tick: false },
    first: 'name',
    send,
    failure: { title: 'Error', message: () => 'It was not kept' },
  })
  return (
    <>
      <Form form={form} deliberate>
        <Field form={form} name="name" label="Name">
          {(input) => <InputGroup {...input} />}
        </Field>
        <Field form={form} name="town" label="Town" note="Where it is">
          {(input) => <InputGroup {...input} />}
        </Field>
        <Checkbox {...fieldInput(form, 'tick')} label="Tick" />
      </Form>
      <SendButton form={form} busyText="Keeping...">
        Keep
      </SendButton>
    </>
  )
}

function show(send: (words: Words) => Promise<unknown> = async () => {}) {
  const sent = vi.fn(send)
  renderScreen(<Sample send={sent} />, fakePlatform({}))
  return sent
}

let showLate = () => {}

/** A form that still loads while the person is already in a field beside it. */
function LateForm() {
  const [isLoaded, setLoaded] = useState(false)
  showLate = () => setLoaded(true)
  return isLoaded ? <Sample send={async () => {}} /> : null
}

test.each([
  ['main', <input key="field" aria-label="Beside" />, 'Beside'],
  ['main', <textarea key="field" aria-label="Beside" />, 'Beside'],
  ['main', <input key="field" type="checkbox" aria-label="Beside" />, 'Name'],
  ['main', <button key="field" type="button" aria-label="Beside" />, 'Name'],
  ['section', <input key="field" aria-label="Beside" />, 'Name'],
] as const)(
  'a form that loads late leaves the keys to a field beside it: %s, %#',
  (Around, field, focused) => {
    renderScreen(
      <Around>
        {field}
        <LateForm />
      </Around>,
      fakePlatform({}),
    )
    screen.getByLabelText('Beside').focus()
    act(showLate)
    expect(document.activeElement).toBe(screen.getByLabelText(focused))
  },
)

const press = () => userEvent.click(screen.getByRole('button', { name: 'Keep' }))

test('validation errors show at their fields, focus the first one, and go away on typing', async () => {
  const sent = show()
  const [name, town] = [screen.getByLabelText('Name'), screen.getByLabelText('Town')]
  expect(document.activeElement).toBe(name)
  town.focus()
  await press()
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    'Please give a name',
    'Please give a town',
  ])
  expect(document.activeElement).toBe(name)
  expect(town.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(name, 'Glow')
  expect(screen.queryByText('Please give a name')).toBeNull()
  expect(screen.getByText('Please give a town')).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
  await userEvent.type(town, ' Cork ')
  await press()
  expect(sent.mock.calls).toEqual([[{ name: 'Glow', town: 'Cork', tick: false }]])
})

test('a server error of a field shows at the field and selects its text; others are toasts', async () => {
  const message = 'There are two such towns'
  const sent = show(() => Promise.reject(fieldError('town', message)))
  await userEvent.type(screen.getByLabelText('Name'), 'Glow')
  const town = screen.getByLabelText('Town') as HTMLInputElement
  await userEvent.type(town, 'Newtown')
  await press()
  expect((await screen.findByText(message)).getAttribute('role')).toBe('alert')
  expect(document.activeElement).toBe(town)
  expect([town.selectionStart, town.selectionEnd]).toEqual([0, 7])
  expect(screen.queryByText('It was not kept')).toBeNull()
  sent.mockRejectedValue(errorResponse(500, 'Away'))
  await press()
  expect(await screen.findByText('It was not kept')).toBeTruthy()
})

test('a form is sent once and shows progress', async () => {
  let finish = () => {}
  const sent = show(() => new Promise<void>((resolve) => (finish = resolve)))
  await userEvent.type(screen.getByLabelText('Name'), 'Glow')
  await userEvent.type(screen.getByLabelText('Town'), 'Cork')
  await userEvent.dblClick(screen.getByRole('button', { name: 'Keep' }))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await userEvent.click(await screen.findByRole('button', { name: 'Keeping...' }))
  expect(sent).toHaveBeenCalledTimes(1)
  finish()
  expect(await screen.findByRole('button', { name: 'Keep' })).toBeTruthy()
})

test('a deliberate form ignores Enter and is sent with Ctrl+Enter', async () => {
  const sent = show()
  await userEvent.type(screen.getByLabelText('Name'), 'Glow')
  await userEvent.type(screen.getByLabelText('Town'), 'Cork{Enter}')
  await userEvent.click(screen.getByLabelText('Tick'))
  await userEvent.keyboard('{Enter}')
  expect(sent).not.toHaveBeenCalled()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(sent.mock.calls).toEqual([[{ name: 'Glow', town: 'Cork', tick: true }]])
})
