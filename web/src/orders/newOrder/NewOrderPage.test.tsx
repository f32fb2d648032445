import { createUpload, type Upload } from '@our-print/contract/orders/orderFiles.ts'
import { createOrder } from '@our-print/contract/orders/orders.ts'
import { priceInPaise } from '@our-print/contract/orders/price.ts'
import { type CustomerAddress, listCustomerAddresses } from '@our-print/contract/people/customerAddresses.ts'
import { createUser, listUsers, type User } from '@our-print/contract/people/customers.ts'
import { listSoldPlans, type SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { type Configuration, getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { configuration as usual } from '../../../test/configuration.ts'
import { order } from '../../../test/order.ts'
import { soldPlan } from '../../../test/plan.ts'
import { answer, type Call, hang, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { stubUploads } from '../../../test/stubUploads.ts'
import { typeAtOnce } from '../../../test/typeAtOnce.ts'
import { anita } from '../../../test/user.ts'
import { rupees } from '../../base/format/format.ts'
import { NewOrderPage } from './NewOrderPage.tsx'

const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`

const asha: User = {
  ...anita,
  id: id(1),
  first_name: 'Asha',
  last_name: 'Menon',
  mobile: '9000054321',
  orders_count: 0,
}

const configuration: Configuration = {
  ...usual,
  price_per_page: { bw: { single: 1.5, double: 1.25 }, color: { single: 8, double: 7.35 } },
  paper_factor: { A4: 1, A3: 2.15, Letter: 1 },
  binding: { none: 0, staple: 5, spiral: 42.5, hard: 180 },
}

const nameOf = (call: Call) => ((call.body as FormData).get('files') as File).name
const orderOf = (call: Call | undefined): unknown => {
  const json = call?.body instanceof FormData ? call.body.get('order') : null
  return JSON.parse(typeof json === 'string' ? json : 'null')
}

/** The file name gives the number of pages. */
const counted = answer(createUpload, (call): Upload => {
  const name = nameOf(call)
  const pages = Number(/\d+/.exec(name)?.[0])
  return { id: id(100 + pages), name, content_type: 'application/pdf', size: 10, page_count: pages }
})

const shop = [
  answer(getConfiguration, configuration),
  answer(listUsers, page([asha])),
  answer(listCustomerAddresses, page<CustomerAddress>([])),
  answer(listSoldPlans, page<SoldPlan>([])),
  counted,
]

const file = (name: string) => new File(['%PDF'], name, { type: 'application/pdf' })
const choose = (...names: string[]) =>
  fireEvent.change(screen.getByLabelText('Files', { selector: 'input' }), {
    target: { files: names.map(file) },
  })

const taken = (calls: Call[]) =>
  calls.filter(({ url, method }) => method === 'POST' && url.pathname === createOrder.url)

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await typeAtOnce(screen.getByRole('combobox', { name: 'Customer' }), 'asha')
  await user.click(await screen.findByRole('option', { name: /Asha Menon/ }))
  await user.click(screen.getByRole('switch', { name: 'Pick-up' }))
}

beforeEach(() => stubUploads())

test('the shown price equals the price that the server computes', async () => {
  const user = userEvent.setup()
  renderPage(<NewOrderPage />, shop)
  choose('notes 7.pdf', 'cover 2.pdf')
  await screen.findByText('7 pages')
  await user.click(screen.getByRole('radio', { name: 'Colour' }))
  await user.click(screen.getByRole('radio', { name: 'Double-sided' }))
  await user.click(screen.getByRole('radio', { name: 'A3' }))
  await user.clear(screen.getByLabelText('Copies'))
  await user.type(screen.getByLabelText('Copies'), '3')
  await user.selectOptions(screen.getByLabelText('Binding'), 'Spiral')

  const options = { color: 'color', sides: 'double', paper_size: 'A3', binding: 'spiral' } as const
  const total = priceInPaise({ ...options, pages: 9, copies: 3, pickup: false }, configuration)
  await waitFor(() => expect(screen.getByTestId('total')).toHaveTextContent(rupees(total / 100)))
  const summary = within(screen.getByRole('region', { name: 'Summary' }))
  expect(summary.getByText('₹127.50')).toBeVisible()
  expect(summary.getByText('₹40.00')).toBeVisible()
})

test('a usual extra is added at a tap, others are typed, and both are charged and sent', async () => {
  const user = userEvent.setup()
  const usual_lines = [
    { text: 'Lamination', price: 20 },
    { text: 'Rush', price: 150.5 },
  ]
  const { calls } = renderPage(<NewOrderPage />, [
    ...shop,
    answer(getConfiguration, { ...configuration, usual_lines }),
    answer(createOrder, order),
  ])
  choose('notes 2.pdf')
  await screen.findByText('2 pages')
  await fillIn(user)
  await user.click(await screen.findByRole('button', { name: 'Lamination ₹20.00' }))
  await user.click(screen.getByRole('button', { name: 'Rush ₹150.50' }))
  await user.click(screen.getByRole('button', { name: 'Remove extra 2' }))
  const [quantity] = screen.getAllByLabelText('Quantity')
  if (!quantity) throw new Error('There is no field for the quantity')
  await user.clear(quantity)
  await user.type(quantity, '3')
  await user.click(screen.getByRole('button', { name: 'Add an extra' }))
  // The new line begins at its name.
  await user.keyboard('Typing')
  await user.type(screen.getAllByLabelText('Price of one')[1] as HTMLElement, '10.5')
  // 2 pages of 1.50, 3 laminations of 20, 10.50 for typing.
  await waitFor(() => expect(screen.getByTestId('total')).toHaveTextContent('₹73.50'))
  await user.click(screen.getByRole('button', { name: 'Take order' }))
  await waitFor(() => expect(taken(calls)).toHaveLength(1))
  expect(orderOf(taken(calls)[0])).toMatchObject({
    lines: [
      { text: 'Lamination', quantity: 3, price: 20 },
      { text: 'Typing', quantity: 1, price: 10.5 },
    ],
  })
})

test('Word and PowerPoint files are offered where the server can convert them, else what to do is said', async () => {
  const plain = renderPage(<NewOrderPage />, shop)
  const hint =
    /PDF, PNG or JPEG, up to 100 MB each. DOCX and PPTX need LibreOffice on the server: save them as PDF first/
  expect(await screen.findByText(hint)).toBeVisible()
  expect(screen.getByLabelText('Files', { selector: 'input' })).not.toHaveAttribute(
    'accept',
    expect.stringContaining('.docx'),
  )
  plain.unmount()
  document.documentElement.dataset['office'] = 'true'
  onTestFinished(() => document.documentElement.removeAttribute('data-office'))
  renderPage(<NewOrderPage />, shop)
  expect(await screen.findByText(/PDF, PNG, JPEG, DOCX or PPTX, up to 100 MB each\.$/)).toBeVisible()
  expect(screen.getByLabelText('Files', { selector: 'input' })).toHaveAttribute(
    'accept',
    expect.stringContaining('.docx,application/vnd'),
  )
})

test('a refused file shows its reason and does not stop the others', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<NewOrderPage />, [
    ...shop,
    {
      ...counted,
      reply: (call) =>
        nameOf(call) === 'broken.pdf'
          ? refuse(createUpload, 400, { message: 'broken.pdf is damaged' }).reply(call)
          : counted.reply(call),
    },
    refuse(createOrder, 503, { message: 'The server is busy.' }),
  ])
  choose('broken.pdf', 'notes 4.pdf')
  expect(await screen.findByText('broken.pdf is damaged')).toBeVisible()
  expect(await screen.findByText('4 pages')).toBeVisible()
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Take order' }))
  await waitFor(() => expect(taken(calls)).toHaveLength(1))
  expect(orderOf(taken(calls)[0])).toMatchObject({
    user: asha.id,
    title: 'notes 4',
    uploads: [id(104)],
    address: null,
  })
})

test('the server’s message of a full disk is shown at the file', async () => {
  const message = 'The disk of the server is full, so nothing can be saved at the moment.'
  renderPage(<NewOrderPage />, [...shop, refuse(createUpload, 507, { code: 'disk_full', message })])
  choose('late.pdf')
  expect(await screen.findByText(`late.pdf did not upload. ${message}`)).toBeVisible()
})

test('an order waits for its files, and a retry after a lost response has the same key', async () => {
  const user = userEvent.setup()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { calls } = renderPage(<NewOrderPage />, [
    ...shop,
    { ...counted, reply: (call) => arrived.then(() => counted.reply(call)) },
    refuse(createOrder, 503, { message: 'The server is busy.' }),
  ])
  choose('notes 4.pdf')
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Take order' }))
  expect(await screen.findByRole('button', { name: 'Waiting for 1 file…' })).toBeDisabled()
  expect(taken(calls)).toHaveLength(0)
  arrive()
  expect(await screen.findByText('The server is busy.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Take order' }))
  await waitFor(() => expect(taken(calls)).toHaveLength(2))
  const [first, second] = taken(calls).map(({ headers }) => headers.get('Idempotency-Key'))
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})

test('the server’s field errors are shown below their fields, and deleted files can be uploaded again', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<NewOrderPage />, [
    ...shop,
    refuse(createOrder, 422, {
      errors: [
        { message: 'We do not deliver there', context: { key: 'address.city' } },
        { message: 'A file is no longer there; add it again', context: { key: 'uploads' } },
      ],
    }),
  ])
  choose('notes 4.pdf')
  await fillIn(user)
  await user.click(screen.getByRole('switch', { name: 'Pick-up' }))
  for (const [label, text] of [
    ['Address line 1', '12 MG Road'],
    ['City', 'Kochi'],
    ['State', 'Kerala'],
    ['Pincode', '682016'],
  ] as const) {
    await user.type(screen.getByLabelText(label), text)
  }
  await user.click(screen.getByRole('button', { name: 'Take order' }))
  expect(await screen.findByText('We do not deliver there')).toBeVisible()
  expect(screen.getByLabelText('City')).toHaveAccessibleDescription('We do not deliver there')
  expect(screen.getByLabelText('City')).toHaveValue('Kochi')

  const gone = screen.getByText('A file is no longer there; add it again')
  await user.click(screen.getByRole('button', { name: 'Upload again' }))
  await waitFor(() => expect(gone).not.toBeInTheDocument())
  expect(
    calls.filter(({ url, method }) => method === 'POST' && url.pathname === createUpload.url),
  ).toHaveLength(2)
})

test('missing fields show errors, and nothing is sent', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<NewOrderPage />, shop)
  await user.click(screen.getByRole('button', { name: 'Take order' }))
  expect(await screen.findByText('Add at least one file')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Customer' })).toHaveAccessibleDescription(
    'This field is Required',
  )
  expect(screen.getByLabelText('Address line 1')).toHaveAccessibleDescription('This field is Required')
  expect(taken(calls)).toHaveLength(0)
})

test('the title is the first file’s name until another is typed', async () => {
  const user = userEvent.setup()
  renderPage(<NewOrderPage />, shop)
  const title = screen.getByLabelText('Title')
  choose('Lecture notes 3.pdf', 'Cover 1.pdf')
  await screen.findByText('3 pages')
  expect(title).toHaveValue('Lecture notes 3')
  await user.click(screen.getByRole('button', { name: 'Move Cover 1.pdf up' }))
  expect(title).toHaveValue('Cover 1')
  await user.type(title, '!')
  await user.click(screen.getByRole('button', { name: 'Remove Cover 1.pdf' }))
  expect(title).toHaveValue('Cover 1!')
})

test('the twenty-first file is not added, and a file that is too large is not uploaded', async () => {
  const { calls } = renderPage(<NewOrderPage />, [...shop, hang(createUpload)])
  const giant = file('giant.pdf')
  Object.defineProperty(giant, 'size', { value: 100 * 1024 * 1024 + 1 })
  const files = [giant, ...Array.from({ length: 21 }, (_, at) => file(`part ${at}.pdf`))]
  fireEvent.change(screen.getByLabelText('Files', { selector: 'input' }), { target: { files } })
  expect(await screen.findByText('giant.pdf is larger than 100 MB')).toBeVisible()
  expect(screen.getByText(/1 file was left out/)).toBeVisible()
  expect(calls.filter(({ body }) => body instanceof FormData).map(nameOf)).not.toContain('giant.pdf')
})

const meera: User = { ...asha, id: id(4), first_name: 'Meera', mobile: '9000011111' }
const kavya: User = { ...asha, id: id(5), first_name: 'Kavya', mobile: '9000022222' }
const customerBox = () => screen.getByRole('combobox', { name: 'Customer' })

test.each<[string, string, User, (user: ReturnType<typeof userEvent.setup>) => Promise<void>]>([
  [
    'the keyboard',
    'menon',
    meera,
    async (user) => {
      await screen.findByRole('option', { name: /New user/ })
      await user.keyboard('{ArrowDown}{Enter}')
    },
  ],
  [
    'the mouse',
    'menon',
    meera,
    async (user) => user.click(await screen.findByRole('option', { name: /Meera/ })),
  ],
  [
    'a typed phone number',
    '90000 54321',
    asha,
    async (user) => {
      await screen.findByRole('option', { name: /New user/ })
      await user.keyboard('{Enter}')
    },
  ],
  [
    'the dialog of a new one',
    'Kavya Menon',
    kavya,
    async (user) => {
      await user.click(await screen.findByRole('option', { name: /New user/ }))
      const dialog = within(await screen.findByRole('dialog', { name: 'New user' }))
      await user.type(dialog.getByLabelText('Mobile'), kavya.mobile)
      await user.click(dialog.getByRole('button', { name: 'Save' }))
    },
  ],
])(
  'a customer chosen by %s has their name in the box, and their id is sent',
  async (_, typed, chosen, pick) => {
    const user = userEvent.setup()
    const found: Record<string, User[]> = { menon: [asha, meera], '90000 54321': [asha] }
    const { calls } = renderPage(<NewOrderPage />, [
      ...shop,
      answer(listUsers, ({ url }) => page(found[url.searchParams.get('query') ?? ''] ?? [])),
      answer(createUser, kavya),
      answer(createOrder, order),
    ])
    choose('notes 4.pdf')
    await screen.findByText('4 pages')
    await typeAtOnce(customerBox(), typed)
    await pick(user)
    const change = await screen.findByRole('button', { name: 'Change customer' })
    expect(change.parentElement).toHaveTextContent(`${chosen.first_name} Menon`)
    // Who returns to the search finds what was typed there: no id, and no name of a row that stands for nobody.
    await user.click(change)
    expect(customerBox()).toHaveValue(typed)
    await user.keyboard('{ArrowDown}')
    await pick(user)
    await screen.findByRole('button', { name: 'Change customer' })
    await user.click(screen.getByRole('switch', { name: 'Pick-up' }))
    await user.click(screen.getByRole('button', { name: 'Take order' }))
    await waitFor(() => expect(taken(calls)).toHaveLength(1))
    expect(orderOf(taken(calls)[0])).toMatchObject({ user: chosen.id })
  },
)

test('the keys of the New user dialog do not reach the order behind it', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<NewOrderPage />, [
    ...shop,
    answer(listUsers, page<User>([])),
    answer(createUser, { ...asha, first_name: 'Kavya' }),
  ])
  await typeAtOnce(screen.getByRole('combobox', { name: 'Customer' }), 'Kavya')
  await user.click(await screen.findByRole('option', { name: /New user/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New user' }))
  // The row of the list has a name of its own, which nobody typed.
  expect(dialog.getByLabelText('First name')).toHaveValue('Kavya')
  expect(dialog.getByLabelText(/Last name/)).toHaveValue('')
  await user.type(dialog.getByLabelText('Mobile'), '9000054321{Control>}{Enter}{/Control}')
  expect(document.querySelectorAll('form [aria-invalid=true]')).toHaveLength(0)
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Kavya Menon')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST').map(({ url }) => url.pathname)).toEqual([
    createUser.url,
  ])
  await user.click(screen.getByRole('button', { name: 'Change customer' }))
  expect(screen.getByRole('combobox', { name: 'Customer' })).toHaveValue('Kavya')
})

test('for a taken mobile the existing customer is offered', async () => {
  const user = userEvent.setup()
  renderPage(<NewOrderPage />, [
    ...shop,
    answer(listUsers, ({ url }) => page(url.searchParams.get('query') === '9000054321' ? [asha] : [])),
    refuse(createUser, 409, {
      message: 'This mobile is taken',
      errors: [{ message: 'This mobile is taken', context: { key: 'mobile' } }],
    }),
  ])
  await typeAtOnce(screen.getByRole('combobox', { name: 'Customer' }), '90000 54321')
  await user.click(screen.getByRole('button', { name: 'New user' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New user' }))
  expect(dialog.getByLabelText('Mobile')).toHaveValue('90000 54321')
  await user.type(dialog.getByLabelText('First name'), 'Asha')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('This mobile is taken')).toBeVisible()
  await user.click(await dialog.findByRole('button', { name: 'Use this customer' }))
  expect(await screen.findByText('Asha Menon')).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a plan can pay for the printing, and too few pages show an error before sending', async () => {
  const user = userEvent.setup()
  const message = 'This plan has only 3 pages left'
  const { calls } = renderPage(<NewOrderPage />, [
    ...shop,
    answer(listSoldPlans, page([soldPlan])),
    refuse(createOrder, 422, { message, errors: [{ message, context: { key: 'user_subscription_plan' } }] }),
  ])
  choose('notes 7.pdf')
  await screen.findByText('7 pages')
  await fillIn(user)
  await user.selectOptions(screen.getByLabelText('Binding'), 'Spiral')
  await user.click(await screen.findByRole('radio', { name: /Use Student 500 \(20 pages left/ }))
  await waitFor(() => expect(screen.getByTestId('total')).toHaveTextContent('₹42.50'))

  await user.clear(screen.getByLabelText('Copies'))
  await user.type(screen.getByLabelText('Copies'), '3')
  expect(await screen.findByText(/needs 21 pages, but the plan has only 20 left/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Take order' }))
  expect(taken(calls)).toHaveLength(0)

  await user.clear(screen.getByLabelText('Copies'))
  await user.type(screen.getByLabelText('Copies'), '2')
  await user.click(screen.getByRole('button', { name: 'Take order' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(orderOf(taken(calls)[0])).toMatchObject({
    order_type: 'subscription',
    user_subscription_plan: soldPlan.id,
    copies: 2,
  })
})

const mg = {
  line1: '12, MG Road',
  line2: '',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  pincode: '560001',
}
const brigade = { ...mg, line1: '7, Brigade Road' }
const park = { ...mg, line1: '3, Park Street', city: 'Kolkata' }
const known = (...addresses: (typeof mg)[]): CustomerAddress[] =>
  addresses.map((address, n) => ({ id: id(900 + n), address, used_at: '2026-11-01T10:00:00Z', version: 1 }))

test('a returning customer’s last address is filled in, with the others to choose, until one is typed', async () => {
  const user = userEvent.setup()
  const ravi = { ...asha, id: id(2), first_name: 'Ravi', orders_count: 4 }
  const noah = { ...asha, id: id(3), first_name: 'Noah' }
  const addresses: Record<string, CustomerAddress[]> = {
    [asha.id]: known(mg, brigade),
    [ravi.id]: known(park),
  }
  renderPage(<NewOrderPage />, [
    ...shop,
    answer(listUsers, page([asha, ravi, noah])),
    answer(listCustomerAddresses, ({ url }) => page(addresses[url.pathname.split('/')[3] ?? ''] ?? [])),
  ])
  const line1 = () => screen.getByLabelText('Address line 1')
  const pick = async (name: RegExp) => {
    const change = screen.queryByRole('button', { name: 'Change customer' })
    if (change) await user.click(change)
    await typeAtOnce(screen.getByRole('combobox', { name: 'Customer' }), 'a')
    await user.click(await screen.findByRole('option', { name }))
  }

  await pick(/Asha Menon/)
  await waitFor(() => expect(line1()).toHaveValue(mg.line1))
  expect(screen.getByText('Where their last order went.')).toBeVisible()
  await pick(/Ravi Menon/)
  await waitFor(() => expect(line1()).toHaveValue(park.line1))
  expect(screen.queryByRole('button', { name: 'Other addresses' })).toBeNull()
  await pick(/Noah Menon/)
  await waitFor(() => expect(line1()).toHaveValue(''))

  await pick(/Asha Menon/)
  await user.click(await screen.findByRole('button', { name: 'Other addresses' }))
  await user.click(screen.getByRole('menuitem', { name: /Brigade Road/ }))
  expect(line1()).toHaveValue(brigade.line1)
  // What a person chose or typed stays, whoever the customer is.
  await pick(/Ravi Menon/)
  await screen.findByRole('button', { name: 'Other addresses' })
  expect(line1()).toHaveValue(brigade.line1)
})

test.each([
  [2, 'All, or 2'],
  [3, 'All, or 1,3'],
  [7, 'All, or 1-2,7'],
])('the hint for the pages of a file of %i names pages that it has', async (count, hint) => {
  renderPage(<NewOrderPage />, shop)
  choose(`notes ${count}.pdf`)
  expect(await screen.findByPlaceholderText(hint)).toBeVisible()
})

test('cash that is less than what is taken as paid is marked', async () => {
  renderPage(<NewOrderPage />, shop, { role: 'admin' })
  await userEvent.click(await screen.findByRole('radio', { name: 'Now' }))
  await userEvent.type(await screen.findByLabelText(/^Amount/), '100')
  const given = screen.getByLabelText(/Cash given/)
  await userEvent.type(given, '60')
  expect(given).toHaveAccessibleDescription(/This is less than the amount/)
  await userEvent.type(given, '0')
  expect(given).not.toHaveAccessibleDescription(/This is less than the amount/)
})
