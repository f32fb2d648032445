import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { lazyFile } from '../feedback/lazyPart.tsx'
import { ToastHost } from '../feedback/ToastHost.tsx'
import { toast } from '../feedback/toast.ts'
import { TextInput, useContractForm } from './contractForm.tsx'

const missing = lazyFile<z.ZodType>(() => Promise.reject(new Error('gone')))

function Form({ send }: { send: () => void }) {
  const form = useContractForm(missing, { defaultValues: { name: '' } })
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void form.handleSubmit(send)(event)}>
        <TextInput name="name" label="Name" />
        <button type="submit">Save</button>
      </form>
      <ToastHost />
    </FormProvider>
  )
}

test('a form whose schema cannot be loaded says so when it is sent, and not at every field that is left', async () => {
  const user = userEvent.setup()
  const send = vi.fn<() => void>()
  render(<Form send={send} />)
  await user.type(screen.getByLabelText('Name'), 'Asha')
  await user.tab()
  await user.type(screen.getByLabelText('Name'), ' Rao')
  await user.tab()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getAllByText('This could not be opened')).toHaveLength(1))
  expect(send).not.toHaveBeenCalled()
  toast.clear()
})

test('a number is one in the digits of any script, and stays as typed', async () => {
  const sent = vi.fn<(fields: object) => void>()
  function Amount() {
    const form = useContractForm(
      lazyFile(() => Promise.resolve(z.object({ amount: z.number() }))),
      {
        defaultValues: { amount: 0 },
      },
    )
    return (
      <FormProvider {...form}>
        <form onSubmit={(event) => void form.handleSubmit(sent)(event)}>
          <TextInput name="amount" label="Amount" number />
        </form>
      </FormProvider>
    )
  }
  render(<Amount />)
  const user = userEvent.setup()
  for (const [typed, amount] of [
    ['१२.५', 12.5],
    ['٣٫٢٥', 3.25],
  ] as const) {
    await user.clear(screen.getByLabelText('Amount'))
    await user.type(screen.getByLabelText('Amount'), `${typed}{Enter}`)
    await waitFor(() => expect(sent.mock.lastCall?.[0]).toEqual({ amount }))
    expect(screen.getByLabelText('Amount')).toHaveValue(typed)
  }
})
