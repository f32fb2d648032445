import { createDeliveryProof, type DeliveryProof } from '@our-print/contract/orders/deliveryProofs.ts'
import { type Order, updateOrder } from '@our-print/contract/orders/orders.ts'
import { type Configuration, getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { configuration } from '../../../test/configuration.ts'
import { order, outForDelivery } from '../../../test/order.ts'
import { answer, type Call, refuse, renderPage } from '../../../test/renderPage.tsx'
import { CustomerContact } from './CustomerContact.tsx'
import { OrderMoves } from './OrderMoves.tsx'

const delivered: Order = {
  ...outForDelivery,
  status: 'delivered',
  allowed_transitions: ['out-for-delivery'],
  version: 5,
}
const proof: DeliveryProof = {
  id: '01900000-0000-7000-8000-00000000000f',
  received_by: 'Mrs Hegde',
  at: '2026-01-03T13:00:00.000000Z',
  happened_at: '2026-01-03T13:00:00.000000Z',
  said_at: null,
  by: 'Ravi Kumar',
  pictures: [],
}
const settings = (proof_of_delivery: Configuration['proof_of_delivery']) =>
  answer(getConfiguration, { ...configuration, proof_of_delivery })
const button = (name: string) => screen.getByRole('button', { name })
const sent = (calls: Call[]) =>
  calls.flatMap(({ method, body }) => {
    if (method === 'PATCH') return [body]
    return method === 'POST' ? [Object.fromEntries(body as FormData)] : []
  })

test.each(['Nobody home', 'Wrong address', 'Refused', 'Asked for later'])(
  'one tap on %s notes the failed attempt',
  async (reason) => {
    const user = userEvent.setup()
    const { calls } = renderPage(<OrderMoves order={outForDelivery} />, [answer(updateOrder, order)])
    await user.click(button('Failed attempt'))
    await user.click(await screen.findByRole('button', { name: reason }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(calls)).toEqual([{ status: 'assigned', note: reason, version: 4 }])
  },
)

test('what was typed is added to the reason, and the buttons do not look like a success', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<OrderMoves order={outForDelivery} />, [answer(updateOrder, order)])
  expect(button('Failed attempt').className).toMatch(/warning/i)
  await user.click(button('Failed attempt'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Failed attempt' }).className).toMatch(/warning/i)
  // With the keyboard open, a phone would hide the reasons.
  expect(dialog.getByLabelText('Note')).not.toHaveFocus()
  await user.type(dialog.getByLabelText('Note'), ' left a card ')
  await user.click(dialog.getByRole('button', { name: 'Nobody home' }))
  await waitFor(() =>
    expect(sent(calls)).toEqual([{ status: 'assigned', note: 'Nobody home: left a card', version: 4 }]),
  )
})

test('a proof is optional: the order is delivered first, then the proof is sent', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(
    <OrderMoves order={outForDelivery} />,
    [settings('optional'), answer(updateOrder, delivered), answer(createDeliveryProof, proof)],
    { role: 'staff' },
  )
  await user.click(await screen.findByRole('button', { name: 'With proof' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliver order 1042' }))
  await user.type(dialog.getByLabelText('Received by'), 'Mrs Hegde')
  await user.click(dialog.getByRole('button', { name: 'Delivered' }))
  await waitFor(() =>
    expect(sent(calls)).toEqual([{ status: 'delivered', version: 4 }, { received_by: 'Mrs Hegde' }]),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('without anything entered only the delivery is sent', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(
    <OrderMoves order={outForDelivery} />,
    [settings('optional'), answer(updateOrder, delivered)],
    { role: 'staff' },
  )
  await user.click(await screen.findByRole('button', { name: 'With proof' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Delivered' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(calls)).toEqual([{ status: 'delivered', version: 4 }])
})

test('a proof whose first try is lost is sent again with the same Idempotency-Key', async () => {
  const user = userEvent.setup()
  let tries = 0
  const lost = refuse(createDeliveryProof, 503, { message: 'The server is busy.' })
  const stored = answer(createDeliveryProof, proof)
  const { calls } = renderPage(
    <OrderMoves order={outForDelivery} />,
    [
      settings('optional'),
      answer(updateOrder, delivered),
      { ...stored, reply: (call: Call) => (tries++ === 0 ? lost : stored).reply(call) },
    ],
    { role: 'staff' },
  )
  await user.click(await screen.findByRole('button', { name: 'With proof' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Received by'), 'Mrs Hegde')
  await user.click(dialog.getByRole('button', { name: 'Delivered' }))
  await waitFor(() => expect(tries).toBe(1))
  // The phone is back in its network: it does not wait for the pause to end.
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(tries).toBe(2))
  const keys = calls
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toEqual([keys[0], keys[0]])
  expect(screen.queryByText(/was not saved/)).toBeNull()
})

/** Until the page knows that the shop offers no proof, or requires one. */
const ruleIsKnown = () =>
  waitFor(() => expect(screen.queryByRole('button', { name: 'With proof' })).toBeNull())
const proofRequired = refuse(updateOrder, 422, { code: 'proof_required', message: 'A proof is needed' })

test('a press before the rule is known is sent at once, and a proof is asked for where the server wants one', async () => {
  const user = userEvent.setup()
  renderPage(<OrderMoves order={outForDelivery} />, [settings('required'), proofRequired], { role: 'staff' })
  await user.click(button('Delivered'))
  expect(await screen.findByRole('dialog', { name: 'Deliver order 1042' })).toBeVisible()
  expect(screen.queryByText('A proof is needed')).toBeNull()
})

test('where the rule was changed meanwhile, it is read again, and the proof is sent first', async () => {
  const user = userEvent.setup()
  // Changed between the first answer and the press, however late that answer is.
  const rule = (): Configuration['proof_of_delivery'] =>
    calls.some(({ method }) => method === 'PATCH') ? 'required' : 'optional'
  const rules = answer(getConfiguration, () => ({ ...configuration, proof_of_delivery: rule() }))
  const moved = answer(updateOrder, delivered)
  const isProven = () => calls.some(({ method }) => method === 'POST')
  const move = { ...moved, reply: (call: Call) => (isProven() ? moved : proofRequired).reply(call) }
  const { calls } = renderPage(
    <OrderMoves order={outForDelivery} />,
    [rules, move, answer(createDeliveryProof, proof)],
    { role: 'staff' },
  )
  await user.click(button('Delivered'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliver order 1042' }))
  expect(await dialog.findByText(/The shop needs a proof of each delivery/)).toBeVisible()
  await user.type(dialog.getByLabelText('Received by'), 'Mrs Hegde')
  await user.click(dialog.getByRole('button', { name: 'Delivered' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(calls).map((body) => Object.keys(body as object))).toEqual([
    ['status', 'version'],
    ['received_by'],
    ['status', 'version'],
  ])
})

test('where a proof is required, Delivered asks for it and sends it first', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(
    <OrderMoves order={outForDelivery} />,
    [settings('required'), answer(updateOrder, delivered), answer(createDeliveryProof, proof)],
    { role: 'staff' },
  )
  await ruleIsKnown()
  await user.click(button('Delivered'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliver order 1042' }))
  await user.click(dialog.getByRole('button', { name: 'Delivered' }))
  expect(await dialog.findByText('Type a name, take a photo or sign')).toBeVisible()
  await user.type(dialog.getByLabelText('Received by'), 'Mrs Hegde')
  const photo = new File(['jpeg'], 'door.jpg', { type: 'image/jpeg' })
  const camera = dialog.getByLabelText('Photo')
  expect([camera.getAttribute('accept'), camera.getAttribute('capture')]).toEqual(['image/*', 'environment'])
  await user.upload(camera, photo)
  await user.click(dialog.getByRole('button', { name: 'Delivered' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(calls)).toEqual([
    { received_by: 'Mrs Hegde', photo: expect.any(File) },
    { status: 'delivered', version: 4 },
  ])
})

test('a proof that the server refuses is told in the dialog, and the order is not delivered', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(
    <OrderMoves order={outForDelivery} />,
    [
      settings('required'),
      refuse(createDeliveryProof, 400, {
        message: 'The photo is broken',
        errors: [{ message: 'The photo is broken', context: { key: 'photo' } }],
      }),
    ],
    { role: 'staff' },
  )
  await ruleIsKnown()
  await user.click(button('Delivered'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Received by'), 'X')
  await user.click(dialog.getByRole('button', { name: 'Delivered' }))
  expect(await dialog.findByText('The photo is broken')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([])
})

test('a proof of this delivery is not asked for again', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(
    <OrderMoves order={{ ...outForDelivery, delivery_proof: proof }} />,
    [settings('required'), answer(updateOrder, delivered)],
    { role: 'staff' },
  )
  await waitFor(() => expect(calls.map(({ url }) => url.pathname)).toContain('/api/configurations'))
  await user.click(button('Delivered'))
  await waitFor(() => expect(sent(calls)).toEqual([{ status: 'delivered', version: 4 }]))
})

test('where proofs are off, nothing is offered', async () => {
  renderPage(<OrderMoves order={outForDelivery} />, [settings('off')], { role: 'staff' })
  await ruleIsKnown()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Delivered',
    'Failed attempt',
  ])
})

test('the last failed attempt and the notes stand above the address', () => {
  const note = 'Wrong address: the green gate'
  renderPage(
    <CustomerContact
      order={{
        ...order,
        attempts: 2,
        last_failed_attempt: { at: '2026-01-03T12:30:00Z', by: 'Ravi Kumar', note },
      }}
    />,
  )
  const text = document.body.textContent
  const places = ['Anita', note, '2 failed attempts', 'Ring twice', '158, School Lane'].map((part) =>
    text.indexOf(part),
  )
  expect(places[0]).toBeGreaterThanOrEqual(0)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})
