import {
  getAllScans,
  getQrCode,
  getScans,
  listQrCodes,
  type Scans,
} from '@our-print/contract/rewards/qrCodes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { qrCode } from '../../../test/qrCode.ts'
import { answer, refuse, renderPage } from '../../../test/renderPage.tsx'
import { QrCodesPage } from './QrCodesPage.tsx'

const day = (day: string, mobile: number) => ({
  day,
  mobile,
  tablet: 0,
  desktop: 2,
  other: 0,
  total: mobile + 2,
})

const scans: Scans = {
  from_date: '2026-11-20',
  to_date: '2026-11-21',
  total: 1238,
  devices: { mobile: 1234, tablet: 0, desktop: 4, other: 0, total: 1238 },
  per_day: [day('2026-11-20', 4), day('2026-11-21', 1230)],
  not_counted: { bot: 3, prefetch: 1, head: 0 },
}
const none: Scans = {
  ...scans,
  total: 0,
  devices: { mobile: 0, tablet: 0, desktop: 0, other: 0, total: 0 },
  not_counted: { bot: 0, prefetch: 0, head: 0 },
}

const codes = answer(listQrCodes, { count: 1, next: null, previous: null, results: [qrCode] })

test('the scans of all codes are shown per day and device, latest first, with the uncounted ones', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<QrCodesPage />, [codes, answer(getAllScans, scans)], {
    path: '/qr_codes?tab=scans',
    route: '/qr_codes',
  })
  const table = within(await screen.findByRole('table', { name: 'Scans by day' }))
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'DayMobileDesktopTabletOtherTotal',
    '21 Nov1,2302001,232',
    '20 Nov42006',
  ])
  expect(screen.getByText('Not counted: 3 by bots, 1 preview')).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Today')
  await waitFor(() => {
    const { searchParams } = calls.at(-1)?.url ?? new URL('http://localhost')
    expect(searchParams.get('from_date')).toBe(searchParams.get('to_date'))
  })
})

test('a code’s row links to its scans, and they link to those of all codes', async () => {
  const user = userEvent.setup()
  const { location } = renderPage(
    <QrCodesPage />,
    [codes, answer(getQrCode, qrCode), answer(getScans, none), answer(getAllScans, scans)],
    { path: '/qr_codes', route: '/qr_codes' },
  )
  await user.click(await screen.findByRole('button', { name: 'More actions for QR code 523' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Scans' }))
  expect(location()).toBe(`/qr_codes?tab=scans&id=${qrCode.id}`)
  expect(await screen.findByText('No scans in this period')).toBeVisible()
  await waitFor(() => expect(screen.getByText(/^Only/)).toHaveTextContent('Only QR code 523, Saffron Table'))
  await user.click(screen.getByRole('link', { name: 'Show all QR codes' }))
  expect(location()).toBe('/qr_codes?tab=scans')
  await screen.findByRole('table', { name: 'Scans by day' })
})

test('scans that cannot be loaded show the reason', async () => {
  renderPage(<QrCodesPage />, [codes, refuse(getAllScans, 400, { message: 'At most 400 days at once' })], {
    path: '/qr_codes?tab=scans',
    route: '/qr_codes',
  })
  expect(await screen.findByText('At most 400 days at once')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})
