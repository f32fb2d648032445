import { listMyOrders } from '@our-print/contract/orders/orders.ts'
import { type SearchHit, search } from '@our-print/contract/shop/search.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { order } from '../../../test/order.ts'
import { answer, type Call, refuse, renderPage } from '../../../test/renderPage.tsx'
import { typeAtOnce } from '../../../test/typeAtOnce.ts'
import type { Role } from '../../base/api/role.ts'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { screens } from '../screens.ts'
import { screensOf } from '../screensOf.ts'
import CommandPalette from './CommandPalette.tsx'
import { creationsOf, isCalled, placesOf } from './commands.ts'

const id = (last: string) => `01900000-0000-7000-8000-00000000000${last}`
const thesis: SearchHit = {
  kind: 'order',
  id: id('a'),
  number: 1042,
  title: 'Thesis',
  subtitle: 'Anita Hegde',
  mobile: '+919000054321',
  match: 'prefix',
  status: 'assigned',
  order_type: 'print',
  promised_at: null,
}
const anita: SearchHit = {
  kind: 'customer',
  id: id('b'),
  title: 'Anita Hegde',
  subtitle: 'anita@example.com',
  mobile: '+919000054321',
  match: 'prefix',
}
const coupon: SearchHit = {
  kind: 'coupon',
  id: id('c'),
  title: 'ANITA10',
  code: 'ANITA10',
  subtitle: 'Spring · 10%',
  mobile: null,
  match: 'exact',
}
const found = (results: SearchHit[], late: ('lead' | 'coupon')[] = []) => ({ results, late })

function open(answers: Parameters<typeof renderPage>[1] = [], role: Role = 'admin') {
  const onClose = vi.fn()
  const onShowKeys = vi.fn()
  const page = renderPage(<CommandPalette role={role} onClose={onClose} onShowKeys={onShowKeys} />, answers, {
    role,
  })
  return { ...page, onClose, onShowKeys, input: screen.getByRole('combobox', { name: 'Find anything' }) }
}

const queriesOf = (calls: Call[]) => calls.map(({ url }) => url.searchParams.get('query'))
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const active = () =>
  screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true')?.textContent

test('a phone number offers an order for the one customer who has it', async () => {
  const { input } = open([answer(search, found([anita]))])
  await typeAtOnce(input, '90000 54321')
  const next = await screen.findByRole('option', { name: 'New order for Anita Hegde' })
  expect(next).toHaveAttribute('href', `/new_order?user=${anita.id}`)
  // Who is looked for by name is opened, and no number belongs to two.
  await typeAtOnce(input, 'anita')
  await waitFor(() => expect(options().join()).not.toContain('New order for'))
})

test('records are found as one types, in groups that say what they are', async () => {
  const user = userEvent.setup()
  const { input, calls, onClose, location } = open([answer(search, found([thesis, anita, coupon]))])
  await typeAtOnce(input, 'anita')
  // The exact match comes first.
  await waitFor(() =>
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
      'Coupons',
      'Orders',
      'Customers',
    ]),
  )
  expect(queriesOf(calls)).toEqual(['anita'])
  const line = within(screen.getByRole('group', { name: 'Orders' })).getByRole('option')
  expect(line).toHaveTextContent('#1042 ThesisAnita Hegde · +91 90000 54321Assigned')
  expect(line).toHaveAttribute('href', `/order/${thesis.id}`)
  expect(active()).toContain('ANITA10')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(location()).toBe(`/order/${thesis.id}`)
  expect(onClose).toHaveBeenCalledOnce()
})

test('every kind opens its page, or its list filtered to it', async () => {
  const base = { subtitle: '', mobile: null, match: 'prefix' } as const
  const hits: SearchHit[] = [
    { ...base, kind: 'company', id: id('1'), title: 'Chai & Co' },
    { ...base, kind: 'staff', id: id('2'), title: 'Ravi', email: 'ravi+1@print.test' },
    { ...base, kind: 'voucher', id: id('3'), title: 'TEA#1', voucherInfoId: id('9') },
    { ...base, kind: 'coupon', id: id('4'), title: 'A&B', code: 'A&B' },
    { ...base, kind: 'qr_code', id: id('5'), title: 'QR code 523', code: 523 },
    { ...base, kind: 'lead', id: id('6'), title: 'Kavya', status: 'won' },
  ]
  const { input } = open([answer(search, found(hits))])
  await typeAtOnce(input, 'zz')
  await screen.findByText('Kavya')
  expect(screen.getAllByRole('option').map((option) => option.getAttribute('href'))).toEqual([
    `/client_companies/edit?companyInfo=${encodeURIComponent(JSON.stringify({ id: id('1'), name: 'Chai & Co' }))}`,
    '/staff_users?query=ravi%2B1%40print.test',
    `/vouchers?id=${id('9')}&query=TEA%231`,
    '/coupons?query=A%26B',
    `/qr_codes?id=${id('5')}`,
    `/leads?status=all&lead=${id('6')}`,
  ])
})

test('an old answer never replaces a newer one, and earlier records stay dimmed meanwhile', async () => {
  const user = userEvent.setup()
  const replies = new Map<string, (hits: SearchHit[]) => void>()
  const slow = {
    ...answer(search, found([])),
    reply: ({ url }: Call) =>
      new Promise<Response>((resolve) => {
        replies.set(url.searchParams.get('query') ?? '', (hits) => resolve(Response.json(found(hits))))
      }),
  }
  const { input } = open([slow])
  await typeAtOnce(input, 'an')
  await waitFor(() => expect([...replies.keys()]).toEqual(['an']))
  replies.get('an')?.([anita])
  await screen.findByRole('option', { name: /anita@example.com/ })
  await typeAtOnce(input, 'i')
  await waitFor(() => expect([...replies.keys()]).toEqual(['an', 'ani']))
  expect(screen.getByRole('group', { name: 'Customers' })).toHaveAttribute('aria-busy', 'true')
  expect(screen.getByRole('listbox')).toHaveAttribute('aria-busy', 'true')
  // Enter opens no record of an earlier text; it waits for those of the present one.
  await user.keyboard('{Enter}')
  await typeAtOnce(input, 't')
  await waitFor(() => expect([...replies.keys()]).toEqual(['an', 'ani', 'anit']))
  replies.get('anit')?.([thesis])
  await screen.findByText('#1042 Thesis')
  expect(screen.getByRole('group')).toHaveAttribute('aria-busy', 'false')
  replies.get('ani')?.([coupon])
  // Once the page has asked again, after a pause, the old answer has come as far as it ever does.
  await typeAtOnce(input, 'a')
  await waitFor(() => expect([...replies.keys()]).toEqual(['an', 'ani', 'anit', 'anita']))
  expect(options()).toEqual([expect.stringContaining('#1042 Thesis')])
})

test('Enter before the records are here opens the first of them', async () => {
  const { input, location, onClose } = open([answer(search, found([thesis]))])
  await typeAtOnce(input, '1042{Enter}')
  await waitFor(() => expect(location()).toBe(`/order/${thesis.id}`))
  expect(onClose).toHaveBeenCalledOnce()
})

test('Enter waits for kinds that took too long, too', async () => {
  let isLate = true
  const { input, calls, location } = open([
    answer(search, () => {
      const reply = isLate ? found([], ['coupon']) : found([coupon])
      isLate = false
      return reply
    }),
  ])
  await typeAtOnce(input, 'anita{Enter}')
  await waitFor(() => expect(location()).toBe('/coupons?query=ANITA10'))
  expect(calls).toHaveLength(2)
})

test('arrows, Home and End move; Ctrl+Enter opens a new tab and leaves the palette open', async () => {
  const user = userEvent.setup()
  const openTab = vi.spyOn(window, 'open').mockReturnValue(null)
  const { input, onClose } = open([answer(search, found([thesis, anita]))])
  await typeAtOnce(input, 'zz')
  await screen.findByText('#1042 Thesis')
  expect(active()).toContain('Thesis')
  await user.keyboard('{ArrowUp}')
  expect(active()).toContain('anita@')
  await user.keyboard('{ArrowDown}')
  expect(active()).toContain('Thesis')
  await user.keyboard('{End}')
  expect(active()).toContain('anita@')
  expect(input).toHaveAttribute('aria-activedescendant', document.querySelector('[aria-selected=true]')?.id)
  await user.keyboard('{Home}')
  expect(active()).toContain('Thesis')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(openTab).toHaveBeenCalledWith(`/order/${thesis.id}`, '_blank', 'noopener')
  expect(onClose).not.toHaveBeenCalled()
  openTab.mockRestore()
})

test('without text the last opened records come first, then all that can be done', async () => {
  const user = userEvent.setup()
  const first = open([answer(search, found([thesis, anita]))])
  expect(options()).toContain('New order')
  await typeAtOnce(first.input, 'an')
  await user.click(await screen.findByText('#1042 Thesis'))
  first.unmount()
  const second = open([answer(search, found([thesis, anita]))])
  await typeAtOnce(second.input, 'an')
  await user.click(await screen.findByRole('option', { name: /anita@example.com/ }))
  second.unmount()

  open()
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Recent',
    'Actions',
    'Go to',
    'Settings',
  ])
  const recent = within(screen.getByRole('group', { name: 'Recent' })).getAllByRole('option')
  expect(recent.map(({ textContent }) => textContent)).toEqual(['Anita HegdeCustomer', '#1042 ThesisOrder'])
  // No phone number and no email stays on the device.
  expect(JSON.stringify(localStorage)).not.toMatch(/54321|anita@/)
})

test('recent records are those of this person, and spoiled ones are ignored', () => {
  const mine = `recent ${id('1')}`
  const record = { kind: 'order', key: 'order 1', title: '#7 Book', to: '/order/7' }
  localStorage.setItem('recent someone-else', JSON.stringify([record]))
  const first = open()
  expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
  first.unmount()
  for (const spoiled of ['{', '{}', '[1, null, {"kind":"tree"}, {"kind":"order"}]']) {
    localStorage.setItem(mine, spoiled)
    const { unmount } = open()
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
    unmount()
  }
  localStorage.setItem(mine, JSON.stringify([record]))
  open()
  expect(screen.getByRole('group', { name: 'Recent' })).toHaveTextContent('#7 BookOrder')
})

test('actions are found by their name and by other words for them', async () => {
  const user = userEvent.setup()
  const { input, onClose, onShowKeys, location } = open([answer(search, found([]))])
  await typeAtOnce(input, 'sub com')
  expect(options()).toEqual(['Completed subscription orders'])
  await user.clear(input)
  await typeAtOnce(input, 'logout')
  expect(options()).toEqual(['Sign out'])
  await user.clear(input)
  await typeAtOnce(input, 'keyb{Enter}')
  expect(onShowKeys).toHaveBeenCalledOnce()
  await user.clear(input)
  await typeAtOnce(input, 'new user{Enter}')
  expect(location()).toBe('/users')
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('signing out asks before what was typed is lost', async () => {
  const viewer = 'admin'
  function Typed() {
    useLeaveGuard(true)
    return <CommandPalette role={viewer} onClose={() => undefined} onShowKeys={() => undefined} />
  }
  const { calls } = renderPage(<Typed />)
  await typeAtOnce(screen.getByRole('combobox', { name: 'Find anything' }), 'sign out{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull())
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  expect(localStorage.getItem('token')).not.toBeNull()
})

test('a staff user finds their own orders and their own screens, nothing else', async () => {
  const page = { count: 1, next: null, previous: null, results: [order] }
  const { input, calls } = open([answer(listMyOrders, page)], 'staff')
  expect(options().filter((option) => /new|coupon|users/i.test(option ?? ''))).toEqual([])
  expect(options()).toContain('Out For Delivery orders')
  await typeAtOnce(input, '0005')
  expect(await screen.findByText('#1042 Thesis')).toBeVisible()
  expect(calls.map(({ url }) => url.pathname + url.search)).toEqual(['/api/my_orders/?query=0005&limit=5'])
})

test('kinds that took too long are named, asked for once more, and can be tried again', async () => {
  const user = userEvent.setup()
  let answers = 0
  const { input, calls } = open([
    answer(search, () => (++answers > 2 ? found([thesis, coupon]) : found([thesis], ['coupon', 'lead']))),
  ])
  await typeAtOnce(input, 'anita')
  expect(await screen.findByText('Coupons and leads took too long and may be missing.')).toBeVisible()
  await waitFor(() => expect(answers).toBe(2))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('option', { name: /ANITA10/ })).toBeVisible()
  expect(screen.queryByText(/took too long/)).toBeNull()
  expect(calls).toHaveLength(3)
})

test('a failed search says why and can be tried again; actions work meanwhile', async () => {
  const user = userEvent.setup()
  const answers = [refuse(search, 503, { message: 'The server is busy.' })]
  const { input } = open(answers)
  await typeAtOnce(input, 'coup')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Records could not be searched. The server is busy.',
  )
  expect(options()).toEqual(['Coupons'])
  answers.push(answer(search, found([coupon])))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('option', { name: /ANITA10/ })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('without a connection it says so, and actions work; a later search works again', async () => {
  const user = userEvent.setup()
  const offline = {
    ...answer(search, found([])),
    reply: (_call: Call) => Promise.reject<Response>(new TypeError('Failed to fetch')),
  }
  const answers = [offline]
  const { input, location } = open(answers)
  await typeAtOnce(input, 'coup')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Records could not be searched. The server cannot be reached. Check your connection and try again.',
  )
  answers.push(answer(search, found([coupon])))
  await typeAtOnce(input, 'o')
  expect(await screen.findByRole('option', { name: /ANITA10/ })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  await user.keyboard('{ArrowUp}{ArrowUp}{Enter}')
  expect(location()).toBe('/coupons')
})

test('the typed words are emphasized where they are, in any sequence and case', async () => {
  const { input } = open([answer(search, found([{ ...thesis, title: 'Thesis (2nd) the.sis' }]))])
  await typeAtOnce(input, 'hegde (2 THE')
  const line = await screen.findByRole('option')
  const emphasized = () => [...line.querySelectorAll('b')].map(({ textContent }) => textContent)
  expect(emphasized()).toEqual(['The', '(2', 'the', 'Hegde'])
  expect(line).toHaveTextContent('#1042 Thesis (2nd) the.sisAnita Hegde · +91 90000 54321Assigned')
})

test('nothing found says what can be searched for, and one letter asks for more', async () => {
  const { input, calls } = open([answer(search, found([]))])
  await typeAtOnce(input, 'x')
  expect(screen.getByText('Keep typing')).toBeVisible()
  await typeAtOnce(input, 'x')
  expect(await screen.findByText('Nothing found for “xx”')).toBeVisible()
  expect(input).toHaveAttribute('aria-expanded', 'false')
  expect(queriesOf(calls)).toEqual(['xx'])
})

test('what is typed goes into the text field wherever the focus is, and Escape closes', async () => {
  const user = userEvent.setup()
  const { input, onClose } = open()
  await typeAtOnce(input, 'si')
  input.blur()
  await user.keyboard('gn')
  expect(input).toHaveValue('sign')
  screen.getByRole('button', { name: 'Close' }).focus()
  await user.keyboard(' ')
  expect(onClose).toHaveBeenCalledOnce()
  expect(input).toHaveValue('sign')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('every setting leads to the configuration by its name', () => {
  const named = [
    'Price of a page',
    'Binding and delivery',
    'Delivery fee',
    'Coins per ₹100',
    'Claims per referral',
    'Usual extras',
    'Companies may owe',
    'Deliver unpaid orders',
    'Further ways to pay',
    'UPI address',
    'Name on the payment code',
    'Print orders when they are taken in',
    'Proof of delivery',
    'Job ticket in front of each order',
    'Delivery staff may scan',
    'Contact',
    'Shop’s name',
  ]
  const configuration = placesOf('admin').find(({ to }) => to === '/configuration')
  expect(named.filter((name) => !configuration || !isCalled(configuration, name))).toEqual([])
})

test('every screen of the menus can be reached, and every action leads to a screen', () => {
  for (const role of ['admin', 'staff'] as const) {
    const menu = screensOf(role).flatMap(({ path, menu }) => (menu ? [path] : []))
    expect(placesOf(role).map(({ to }) => to)).toEqual(expect.arrayContaining(menu))
    const titles = [...placesOf(role), ...creationsOf(role)].map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
  }
  const paths = screens.map(({ path }) => path)
  const to = creationsOf('admin').map(({ to }) => to?.replace('#new', '').replace('/create', '') ?? '')
  expect(to.filter((path) => !paths.includes(path))).toEqual([])
  expect(to).toHaveLength(6)
})
