import { importVouchers, listSkippedLines } from '@our-print/contract/rewards/voucherImports.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answer, refuse, renderPage } from '../../../test/renderPage.tsx'
import { stubUploads } from '../../../test/stubUploads.ts'
import { client } from '../../../test/voucher.ts'
import { UploadDialog } from './UploadDialog.tsx'

const file = (name = 'codes.csv') => new File(['voucher_code\nA\nB\nA\n'], name)
const double = { line: 4, voucher_code: 'A', reason: 'The file has this code twice' }
const importId = '01900000-0000-7000-8000-0000000000a9'

function show(answers: Parameters<typeof renderPage>[1] = []) {
  const onClose = vi.fn()
  const view = renderPage(<UploadDialog client={client} onClose={onClose} />, [
    answer(importVouchers, ({ url }) => {
      const looks = url.searchParams.get('dry_run') === 'true'
      return { id: looks ? null : importId, imported: 2, skipped_count: 1, skipped: [double] }
    }),
    ...answers,
  ])
  stubUploads()
  return { ...view, onClose }
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  const form = within(await screen.findByRole('dialog'))
  await user.upload(form.getByLabelText('CSV file'), file())
  form.getByLabelText('Validity').focus()
  await user.keyboard('31/3/2099{Enter}')
  return form
}

test('a file is checked, then imported, and all skipped lines can be downloaded', async () => {
  const user = userEvent.setup()
  const { calls, onClose } = show([
    answer(listSkippedLines, { count: 1, next: null, previous: null, results: [double] }),
  ])
  const form = await fill(user)
  await user.type(form.getByLabelText(/Cost/), '5')
  await user.click(form.getByRole('button', { name: 'Check file' }))
  expect(await form.findByText('2 codes can be imported')).toBeVisible()
  expect(form.getByText('5.00 coins where the file says none')).toBeVisible()
  expect(form.getByText('1 line will be skipped')).toBeVisible()
  expect(form.getByText(double.reason)).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Import 2 codes' }))
  expect(await form.findByText('2 codes imported')).toBeVisible()
  const [check, sent] = calls.filter(({ method }) => method === 'POST')
  expect(Object.fromEntries(check?.url.searchParams ?? [])).toEqual({
    client_id: client.id,
    expiry_date: '2099-03-31',
    cost: '5',
    dry_run: 'true',
  })
  expect(sent?.url.searchParams.has('dry_run')).toBe(false)
  expect(sent?.body instanceof FormData && sent.body.get('file')).toBeInstanceOf(File)
  // jsdom cannot download; only the request counts.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await user.click(form.getByRole('button', { name: 'Download skipped lines' }))
  await waitFor(() => expect(calls.at(-1)?.url.pathname).toBe(`/api/voucher-imports/${importId}/skipped/`))
  expect(calls.at(-1)?.url.searchParams.get('format')).toBe('csv')
  await user.click(form.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('the lines that a check would skip are a file that spreadsheets read as UTF-8', async () => {
  const user = userEvent.setup()
  show()
  const form = await fill(user)
  await user.click(form.getByRole('button', { name: 'Check file' }))
  const files: (Blob | MediaSource)[] = []
  URL.createObjectURL = (made) => {
    files.push(made)
    return 'blob:lines'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await user.click(await form.findByRole('button', { name: 'Download skipped lines' }))
  await waitFor(() => expect(files).toHaveLength(1))
  const bytes = Buffer.from(await (files[0] as Blob).arrayBuffer())
  expect(bytes.toString()).toBe('\uFEFFline,voucher_code,reason\r\n4,"A","The file has this code twice"')
})

test('a file with only a header shows that it has no codes', async () => {
  const user = userEvent.setup()
  show([answer(importVouchers, { id: null, imported: 0, skipped_count: 0, skipped: [] })])
  const form = await fill(user)
  await user.click(form.getByRole('button', { name: 'Check file' }))
  expect(await form.findByText('There are no codes in this file.')).toBeVisible()
  expect(form.queryByText(/can be imported/)).toBeNull()
})

test('only .csv is accepted, and file and validity are required', async () => {
  const user = userEvent.setup({ applyAccept: false })
  const { calls } = show()
  const form = within(await screen.findByRole('dialog'))
  await user.upload(form.getByLabelText('CSV file'), file('codes.xlsx'))
  expect(form.getByText('Only .csv files can be uploaded')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Check file' }))
  expect((await form.findAllByText('This field is Required')).length).toBeGreaterThan(0)
  expect(calls).toEqual([])
})

test('a refused file shows the reason in the banner, and what was typed stays', async () => {
  const user = userEvent.setup()
  const message = 'The file has no column voucher_code'
  show([refuse(importVouchers, 400, { message })])
  const form = await fill(user)
  await user.click(form.getByRole('button', { name: 'Check file' }))
  expect(await form.findByText('Something went wrong — please try again!')).toBeVisible()
  expect(form.getByText(message)).toBeVisible()
  expect(form.getByText('codes.csv')).toBeVisible()
  expect(form.getByLabelText('Validity')).toHaveValue('31st Mar 2099')
})
