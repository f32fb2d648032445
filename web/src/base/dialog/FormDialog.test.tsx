import { createUser, listUsers } from '@our-print/contract/people/customers.ts'
import { Address } from '@our-print/contract/values.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useForm, useFormState, useWatch } from 'react-hook-form'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answer, hang, refuse, renderPage } from '../../../test/renderPage.tsx'
import { anita } from '../../../test/user.ts'
import { useWrite } from '../api/api.ts'
import { ChoiceInput } from '../form/ChoiceInput.tsx'
import { TextInput, useContractForm } from '../form/contractForm.tsx'
import { useNavigate } from '../router/router.tsx'
import { FormDialog } from './FormDialog.tsx'

const Form = z.object({ ...createUser.schema.body.shape, address: Address.pick({ city: true }) })

function NewCustomer() {
  const [open, setOpen] = useState(true)
  const save = useWrite(createUser, [listUsers])
  const form = useContractForm(Form, {
    defaultValues: { first_name: '', last_name: '', mobile: '', email: '', address: { city: 'Pune' } },
  })
  const { errors } = useFormState({ control: form.control })
  if (!open) return <p>closed</p>
  const close = () => setOpen(false)
  return (
    <FormDialog
      title="New customer"
      form={form}
      save={save}
      onClose={close}
      onSubmit={({ first_name, last_name, mobile, email }) =>
        save.mutate({ body: { first_name, last_name, mobile, email } }, { onSuccess: close })
      }
    >
      <TextInput name="first_name" label="First name" autoFocus />
      <TextInput name="mobile" label="Mobile" />
      <TextInput name="address.city" label="City" />
      <output>Known errors: {Object.keys(errors).join(', ')}</output>
    </FormDialog>
  )
}

const saved = { ...anita, first_name: 'Asha', mobile: '+919876543210' }

async function fill() {
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('First name'), 'Asha')
  await user.type(screen.getByLabelText('Mobile'), '+91 98765 43210')
  return user
}

const press = (name: string) => screen.getByRole('button', { name })

test('errors are shown once a field was touched or the form was submitted', async () => {
  const { calls } = renderPage(<NewCustomer />)
  const user = userEvent.setup()
  expect(screen.queryByText('This field is Required')).toBeNull()
  await user.tab()
  await waitFor(() => expect(screen.getAllByText('This field is Required')).toHaveLength(1))
  await user.click(press('Save'))
  await waitFor(() => expect(screen.getAllByText('This field is Required')).toHaveLength(2))
  expect(calls).toEqual([])
})

test('the schema’s output is sent once with an idempotency key, and the dialog closes', async () => {
  const { calls } = renderPage(<NewCustomer />, [answer(createUser, saved)])
  const user = await fill()
  await user.click(press('Save'))
  expect(await screen.findByText('closed')).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([
    { first_name: 'Asha', last_name: '', mobile: '+919876543210', email: null },
  ])
  expect(calls[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
})

test('a second click while it is being saved sends nothing more', async () => {
  const { calls } = renderPage(<NewCustomer />, [hang(createUser)])
  const user = await fill()
  await user.dblClick(press('Save'))
  await user.keyboard('{Enter}')
  expect(calls).toHaveLength(1)
})

test('the server’s field errors are shown below their fields, nested ones too', async () => {
  const errors = [
    { message: 'Taken', context: { key: 'mobile' } },
    { message: 'No such city', context: { key: 'address.city' } },
  ]
  renderPage(<NewCustomer />, [refuse(createUser, 400, { errors })])
  const user = await fill()
  await user.click(press('Save'))
  expect(await screen.findByText('Taken')).toBeVisible()
  expect(screen.getByLabelText('Mobile')).toHaveAccessibleDescription('Taken')
  expect(screen.getByLabelText('City')).toHaveAccessibleDescription('No such city')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an error of an unknown field is shown at the top, and what was typed stays', async () => {
  const errors = [{ message: 'No pages left', context: { key: 'plan' } }]
  renderPage(<NewCustomer />, [refuse(createUser, 422, { message: 'Not possible', errors })])
  const user = await fill()
  await user.click(press('Save'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Not possibleNo pages left')
  expect(screen.getByLabelText('First name')).toHaveValue('Asha')
})

test('a retry after a lost response has the same key, one after an error a new key', async () => {
  const answers = [refuse(createUser, 503, { message: 'Busy' })]
  const { calls } = renderPage(<NewCustomer />, answers)
  const user = await fill()
  await user.click(press('Save'))
  await screen.findByText('Busy')
  answers.push(refuse(createUser, 409, { message: 'Taken' }))
  await user.click(press('Save'))
  await screen.findByText('Taken')
  await user.click(press('Save'))
  const keys = calls.map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
})

test('closing asks before unsaved input is discarded', async () => {
  renderPage(<NewCustomer />)
  const user = await fill()
  await user.click(press('Cancel'))
  const question = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }))
  // Enter pressed once too often does not discard.
  expect(question.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.getByLabelText('First name')).toHaveValue('Asha')
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('closed')).toBeVisible()
})

test('an error that appears when a field is left does not swallow the click', async () => {
  renderPage(<NewCustomer />)
  const user = userEvent.setup()
  expect(screen.getByLabelText('First name')).toHaveFocus()
  await user.pointer({ keys: '[MouseLeft>]', target: press('Save') })
  // The field was left with an error, but nothing moves while the mouse button is down.
  expect(press('Save')).toHaveFocus()
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('first_name'))
  expect(screen.queryByText('This field is Required')).toBeNull()
  await user.pointer('[/MouseLeft]')
  expect((await screen.findAllByText('This field is Required')).length).toBeGreaterThan(0)
})

test('the error appears when a press ends elsewhere', async () => {
  renderPage(<NewCustomer />)
  const user = userEvent.setup()
  await user.pointer({ keys: '[MouseLeft>]', target: press('Save') })
  await user.pointer([{ target: document.body }, { keys: '[/MouseLeft]', target: document.body }])
  expect(await screen.findByText('This field is Required')).toBeVisible()
})

test.each(['mouse', 'keyboard'])('a choice can be changed and changed back by %s', async (by) => {
  function Choice() {
    const form = useForm({ mode: 'onTouched', defaultValues: { note: '', type: 'one' } })
    const type = useWatch({ control: form.control, name: 'type' })
    return (
      <FormDialog
        title="Choice"
        form={form}
        save={{ isPending: false, error: null }}
        onClose={() => undefined}
        onSubmit={() => undefined}
      >
        <TextInput name="note" label="Note" autoFocus />
        <ChoiceInput
          name="type"
          label="Type"
          options={[
            { value: 'one', label: 'One' },
            { value: 'two', label: 'Two' },
          ]}
        />
        <output>{type}</output>
      </FormDialog>
    )
  }
  renderPage(<Choice />)
  const user = userEvent.setup()
  if (by === 'keyboard') await user.tab()
  for (const wanted of ['Two', 'One', 'Two', 'One']) {
    if (by === 'mouse') await user.click(screen.getByLabelText(wanted))
    else await user.keyboard(wanted === 'Two' ? '{ArrowRight}' : '{ArrowLeft}')
    expect(screen.getByLabelText(wanted)).toBeChecked()
    expect(screen.getByRole('status')).toHaveTextContent(wanted.toLowerCase())
  }
})

test('an untouched form closes at once', async () => {
  renderPage(<NewCustomer />)
  await userEvent.click(press('Cancel'))
  expect(await screen.findByText('closed')).toBeVisible()
})

test('two clicks before the button is drawn as busy are sent once; after a failure it can be sent again', async () => {
  const sent: ((error: Error) => void)[] = []
  function Question() {
    const form = useForm({ defaultValues: { note: '' } })
    const send = () => new Promise<void>((_, reject) => sent.push(reject)).catch(() => undefined)
    return (
      <FormDialog
        title="Note"
        form={form}
        save={{ isPending: false, error: null }}
        onClose={() => undefined}
        onSubmit={send}
      >
        <TextInput name="note" label="Note" />
      </FormDialog>
    )
  }
  renderPage(<Question />)
  const click = () => press('Save').click()
  await act(async () => {
    click()
    click()
    await Promise.resolve()
  })
  await waitFor(() => expect(sent).toHaveLength(1))
  await act(async () => sent[0]?.(new Error('no connection')))
  await act(async () => click())
  await waitFor(() => expect(sent).toHaveLength(2))
})

test('Back asks before what was typed in a dialog is lost', async () => {
  window.history.pushState({ at: 0 }, '', '/before')
  window.history.pushState({ at: 1 }, '', '/form')
  renderPage(<NewCustomer />, [], { path: '/form' })
  const user = await fill()
  window.history.back()
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(screen.getByLabelText('First name')).toHaveValue('Asha')
  expect(window.location.pathname).toBe('/form')
  window.history.back()
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(window.location.pathname).toBe('/before'))
})

test('a form that leads elsewhere once it is saved asks nothing', async () => {
  function Leading() {
    const navigate = useNavigate()
    const save = useWrite(createUser, [listUsers])
    const form = useForm({ defaultValues: { first_name: '' } })
    return (
      <FormDialog
        title="New customer"
        form={form}
        save={save}
        onClose={() => undefined}
        onSubmit={async ({ first_name }) => {
          await save.mutateAsync({
            body: { first_name, last_name: '', mobile: '+919876543210', email: null },
          })
          navigate('/elsewhere')
        }}
      >
        <TextInput name="first_name" label="First name" />
      </FormDialog>
    )
  }
  const { location } = renderPage(<Leading />, [answer(createUser, saved)], { path: '/form' })
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('First name'), 'Asha')
  await user.click(press('Save'))
  await waitFor(() => expect(location()).toBe('/elsewhere'))
})
