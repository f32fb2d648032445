import { type CustomerImport, importCustomers } from '@our-print/contract/people/customerImports.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answer, refuse, renderPage } from '../../../test/renderPage.tsx'
import { stubUploads } from '../../../test/stubUploads.ts'
import ImportCustomersDialog from './ImportCustomersDialog.tsx'

const columns: CustomerImport['columns'] = [
  { name: 'Wer', field: 'name', samples: ['Anita Hegde', 'Ravi'] },
  { name: 'Womit', field: '', samples: ['9820012345'] },
]
const nothing = { id: null, created: 0, updated: 0, unchanged: 0, skipped_count: 0, skipped: [] }
const skipped = [{ line: 3, customer: 'Ravi', reason: 'There is no phone number' }]

function show(first: ReturnType<typeof answer>) {
  const onClose = vi.fn()
  const view = renderPage(<ImportCustomersDialog onClose={onClose} />, [first])
  stubUploads()
  return { ...view, onClose }
}

async function choose(user: ReturnType<typeof userEvent.setup>) {
  const form = within(await screen.findByRole('dialog'))
  await user.upload(form.getByLabelText('CSV file'), new File(['Wer;Womit\n'], 'old.csv'))
  await user.click(form.getByRole('button', { name: 'Check file' }))
  return form
}

test('columns are matched by hand, checked, and imported as they were checked', async () => {
  const user = userEvent.setup()
  const { calls } = show(
    answer(importCustomers, ({ url }): CustomerImport => {
      const said = url.searchParams.get('fields')
      if (!said) return { ...nothing, columns, missing: ['mobile'] }
      const matched = columns.map(
        (column, at) => ({ ...column, field: at === 0 ? 'name' : 'mobile' }) as const,
      )
      const found = { ...nothing, columns: matched, missing: [], created: 1, skipped_count: 1, skipped }
      return url.searchParams.has('check') ? found : { ...found, id: '01900000-0000-7000-8000-0000000000a9' }
    }),
  )
  const form = await choose(user)
  await form.findByText('Say which column has the mobile.')
  expect(form.getByText('Anita Hegde · Ravi')).toBeInTheDocument()
  await user.selectOptions(form.getByLabelText('What Womit is'), 'Mobile')
  await user.click(form.getByRole('button', { name: 'Check again' }))
  await form.findByText('1 customer will be added')
  form.getByText('There is no phone number')
  await user.click(form.getByRole('button', { name: 'Import 1 customer' }))
  await form.findByText('1 customer added')
  const sent = calls.filter(({ method }) => method === 'POST')
  expect(sent.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
    { doubles: 'skip', check: 'true' },
    { doubles: 'skip', fields: 'name,mobile', check: 'true' },
    { doubles: 'skip', fields: 'name,mobile' },
  ])
  expect(form.getByRole('button', { name: 'Close' })).toBeVisible()
})

test('a file with nothing new says so, and one that is refused says why', async () => {
  const user = userEvent.setup()
  const matched = columns.map((column, at) => ({ ...column, field: at === 0 ? 'name' : 'mobile' }) as const)
  show(answer(importCustomers, { ...nothing, columns: matched, missing: [], skipped_count: 1, skipped }))
  const form = await choose(user)
  await form.findByText('No line of this file can be imported.')
  expect(form.queryByRole('button', { name: /Import/ })).toBeNull()
})

test('a refused file can be replaced', async () => {
  const user = userEvent.setup()
  show(refuse(importCustomers, 400, { message: 'This is a PDF file, not a CSV file' }))
  const form = await choose(user)
  await form.findByText('This is a PDF file, not a CSV file')
  expect(form.getByRole('button', { name: 'Check file' })).toBeEnabled()
})
