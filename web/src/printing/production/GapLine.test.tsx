import type { CounterGap } from '@our-print/contract/printing/production.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/renderPage.tsx'
import { GapLine } from './GapLine.tsx'

const gap: CounterGap = {
  reading: '01900000-0000-7000-8000-000000000001',
  printer: '01900000-0000-7000-8000-000000000002',
  printer_name: 'Ricoh',
  counter: 3712,
  by_jobs: 3397,
  gap: 315,
  since: '2026-11-01',
}

test('a gap that needs a person stands above the list and is explained from there', async () => {
  const user = userEvent.setup()
  renderPage(<GapLine gaps={[gap]} of="counters" />)
  expect(screen.getByText('1 gap needs a person to explain it:')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Explain the gap of Ricoh, +315' }))
  expect(await screen.findByRole('dialog', { name: 'Gap of Ricoh' })).toBeVisible()
})

test('what the columns mean stands with them, for who asks', async () => {
  const user = userEvent.setup()
  renderPage(<GapLine gaps={[]} of="readings" />)
  const line = within(screen.getByRole('region', { name: 'Gaps of counters' }))
  expect(line.getByText('No gap needs a person.')).toBeVisible()
  expect(line.queryByRole('term')).toBeNull()
  const button = line.getByRole('button', { name: 'What is a gap?' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await user.click(button)
  expect(line.getAllByRole('term').map((term) => term.textContent)).toEqual([
    'Counter',
    'Since before',
    'By jobs',
    'Gap',
    'Needs a person',
  ])
  await user.click(button)
  expect(line.queryByRole('term')).toBeNull()
})
