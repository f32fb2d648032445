import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { duplicateOrder } from '@our-print/contract/orders/duplicateOrder.ts'
import { orderMoves } from '@our-print/contract/orders/orderMoves.ts'
import { createOrder, getOrder, listOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { listTicketScans } from '@our-print/contract/orders/ticketScans.ts'
import { type Ability, abilities } from '@our-print/contract/people/abilities.ts'
import { importCustomers } from '@our-print/contract/people/customerImports.ts'
import { createUser, listUsers } from '@our-print/contract/people/customers.ts'
import { mayCall } from '@our-print/contract/people/mayCall.ts'
import { createPrintJobs } from '@our-print/contract/printing/printJobs.ts'
import { previewSheets } from '@our-print/contract/printing/sheets.ts'
import { importVouchers } from '@our-print/contract/rewards/voucherImports.ts'
import {
  createVouchers,
  deleteVouchers,
  listVouchers,
  updateVoucher,
} from '@our-print/contract/rewards/vouchers.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { order } from '../../test/order.ts'
import { answer, page, renderPage } from '../../test/renderPage.tsx'
import { screenOf } from '../../test/screenOf.ts'
import { anita } from '../../test/user.ts'
import { pageOf, voucher } from '../../test/voucher.ts'
import { OrderPage } from '../orders/OrderPage.tsx'
import { OrdersPage } from '../orders/OrdersPage.tsx'
import { UsersPage } from '../people/customers/UsersPage.tsx'
import { VouchersPage } from '../rewards/vouchers/VouchersPage.tsx'

// Nobody is offered what the server would refuse: with each ability missing, no button is drawn whose press is a 403.

/** As the server answers it to somebody with these abilities. */
function seenBy(own: readonly Ability[], status: Order['status']): Order {
  const has = (ability: Ability) => own.includes(ability)
  return {
    ...order,
    status,
    allowed_transitions: orderMoves
      .filter(({ from, ability }) => from === status && has(ability))
      .map(({ to }) => to),
    delivered_at: status === 'delivered' ? '2026-11-20T10:00:00Z' : null,
    ...(!has('customers') && { user_data: { ...order.user_data, email: null, mobile: null }, address: null }),
    ...(!has('prices') && {
      amount: null,
      discount: null,
      payable: null,
      coupon_code: null,
      paid: null,
      due: null,
      payment_status: null,
    }),
  }
}

const showOrder = (status: Order['status']) => async (own: readonly Ability[]) => {
  screenOf(390)
  const path = `/order/${order.id}`
  const view = renderPage(<OrderPage />, [answer(getOrder, seenBy(own, status))], {
    path,
    route: '/order/:id',
    abilities: own,
  })
  await screen.findByRole('heading', { level: 1, name: /1042/ })
  return view
}

const showOrders = async (own: readonly Ability[]) => {
  screenOf(1280)
  const rows = page([seenBy(own, 'assigned')])
  const view = renderPage(<OrdersPage view="total" />, [answer(listOrders, rows)], { abilities: own })
  await choose(/1042/)
  return view
}

const showUsers = async (own: readonly Ability[]) => {
  screenOf(1280)
  const view = renderPage(<UsersPage />, [answer(listUsers, page([anita]))], { abilities: own })
  await screen.findByRole('row', { name: /Anita/ })
  return view
}

const showVouchers = async (own: readonly Ability[]) => {
  screenOf(1280)
  const view = renderPage(<VouchersPage />, [answer(listVouchers, pageOf([voucher]))], { abilities: own })
  await choose(new RegExp(voucher.voucher_code))
  return view
}

/** Selects a row, where this person can. */
async function choose(name: RegExp) {
  const box = (await screen.findByRole('row', { name })).querySelector('input[type=checkbox]')
  if (box) await userEvent.click(box)
}

/** What a press calls, or the ability that the changed field of an order needs; each of several is needed. */
type Press = readonly (Endpoint | Ability)[]
type Shown = {
  opens: Endpoint
  show: (own: readonly Ability[]) => Promise<{ unmount: () => void }>
  presses: Record<string, Press>
  /** Drawn for who has all abilities. */
  has: string[]
}

const ofOrder: Record<string, Press> = {
  Assign: ['assign'],
  Reassign: ['assign'],
  Unassign: ['assign'],
  'Out for delivery': ['orders'],
  'Cancel order': ['orders'],
  Reopen: ['orders'],
  Edit: ['orders'],
  Duplicate: [duplicateOrder],
  'Preview sheets': [previewSheets],
  Print: [createPrintJobs],
  'Take payment': ['payments', 'prices'],
  'Pay back': ['payments', 'prices'],
  'Ticket scans': [listTicketScans],
  // Its screen shows the customer.
  'New order for this customer': [createOrder, 'customers'],
}
const ofEach = [
  'Edit',
  'Duplicate',
  'Ticket scans',
  'New order for this customer',
  'Preview sheets',
  'Take payment',
]

const pages: Record<string, Shown> = {
  'a pending order': {
    opens: listOrders,
    show: showOrder('confirmed'),
    presses: ofOrder,
    has: [...ofEach, 'Assign', 'Print', 'Cancel order'],
  },
  'an assigned order': {
    opens: listOrders,
    show: showOrder('assigned'),
    presses: ofOrder,
    has: [...ofEach, 'Reassign', 'Unassign', 'Out for delivery', 'Print', 'Cancel order'],
  },
  'a delivered order': {
    opens: listOrders,
    show: showOrder('delivered'),
    presses: ofOrder,
    has: [...ofEach, 'Reopen', 'Print'],
  },
  'the list of orders': {
    opens: listOrders,
    show: showOrders,
    presses: {
      Assign: ['assign'],
      // Who assigns takes back what was assigned.
      'Change status': [],
      Promise: ['orders'],
      Print: [createPrintJobs],
      'Export CSV': ['exports'],
      ...ofOrder,
    },
    has: ['Export CSV', 'Assign', 'Print', 'Change status', 'Promise'],
  },
  'the list of users': {
    opens: listUsers,
    show: showUsers,
    presses: { Import: [importCustomers], 'New user': [createUser], 'Export CSV': ['exports'] },
    has: ['Import', 'New user', 'Export CSV'],
  },
  'the list of vouchers': {
    opens: listVouchers,
    show: showVouchers,
    presses: {
      'Generate codes': [createVouchers],
      'Upload Vouchers': [importVouchers],
      'Create New': [createVouchers],
      Edit: [updateVoucher],
      Delete: [deleteVouchers],
      'Export CSV': ['exports'],
    },
    has: ['Generate codes', 'Upload Vouchers', 'Create New', 'Edit', 'Delete', 'Export CSV'],
  },
}

/** What only opens, reads, sorts or turns pages; and what everyone may do who sees the order. */
const harmless =
  /^(More actions .*|Filters|Columns|Clear|Retry|Try again|Reload|Print job tickets?|Thesis\.pdf .*|Something is wrong|Take payment|Pay back|Issue invoice|(First|Previous|Next|Last) page|Order|Customer|Payable|Status|Created|Name|Coins|Since|Validity)$/

test.each(Object.entries(pages))(
  'on %s nothing is drawn that would be refused, and nothing else is missing',
  async (_name, { opens, show, presses, has }) => {
    const all = await show(abilities)
    await waitFor(async () => expect(await namesOfButtons()).toEqual(expect.arrayContaining(has)))
    const full = await namesOfButtons()
    expect(full.filter((button) => !(button in presses) && !harmless.test(button))).toEqual([])
    all.unmount()
    for (const missing of abilities) {
      const own = abilities.filter((each) => each !== missing)
      const may = (press: Endpoint | Ability) =>
        typeof press === 'string'
          ? own.includes(press)
          : mayCall({ is_superuser: false, abilities: own }, press)
      if (!may(opens)) continue
      const allowed = full.filter((button) => presses[button]?.every(may))
      const view = await show(own)
      // What comes with a file of its own may come a moment later.
      await waitFor(async () => {
        const drawn = (await namesOfButtons()).filter((button) => button in presses)
        expect({ missing, drawn: drawn.toSorted() }).toEqual({ missing, drawn: allowed.toSorted() })
      })
      view.unmount()
    }
  },
)

/** What can be pressed on the page, the rows of its menus included. */
async function namesOfButtons(): Promise<string[]> {
  const user = userEvent.setup()
  const nameOf = (one: HTMLElement) => one.getAttribute('aria-label') ?? one.textContent ?? ''
  const names = (await screen.findAllByRole('button')).map(nameOf)
  for (const menu of screen.queryAllByRole('button', { name: /^More/ })) {
    await user.click(menu)
    names.push(...(await screen.findAllByRole('menuitem')).map(nameOf))
    await user.keyboard('{Escape}')
  }
  return names
}
