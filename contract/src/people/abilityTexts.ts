import type { Ability } from './abilities.ts'

/** Each ability in the words of the shop. */
export const abilityTexts: Record<Ability, { name: string; about: string }> = {
  orders: {
    name: 'Take in and change orders',
    about: 'Sees all orders, takes new ones in, corrects and cancels them.',
  },
  prices: {
    name: 'See prices and margins',
    about: 'Sees what orders cost, the dashboard, production, and with the print floor the stock.',
  },
  discounts: {
    name: 'Give discounts by hand',
    about: 'Sets what an order costs in place of the calculated price, where they see prices.',
  },
  payments: {
    name: 'Take payments',
    about: 'Sees what was paid and is owed, takes payments at the desk and pays back. It needs prices, too.',
  },
  invoices: {
    name: 'Issue invoices',
    about: 'Issues and credits invoices and reads the registers. It needs prices and customers’ data, too.',
  },
  cash: {
    name: 'Count cash and close days',
    about:
      'Sees what everybody has in hand, counts hand-overs, keeps the till, closes days. It needs prices, too.',
  },
  coins: {
    name: 'Grant coins',
    about: 'Gives coins to customers and takes them back, on their page. It needs customers’ data, too.',
  },
  vouchers: {
    name: 'Manage vouchers and coupons',
    about: 'Companies, vouchers, coupons, QR codes and plans. What names customers needs that ability, too.',
  },
  floor: {
    name: 'Work the print floor',
    about: 'Sees all orders, prints them, reads counters, scans tickets at the press.',
  },
  assign: { name: 'Assign orders', about: 'Sees all orders and says who delivers them.' },
  customers: {
    name: 'See customers’ data',
    about: 'Phone numbers, emails and addresses; customers and leads; finding orders by their customer.',
  },
  exports: { name: 'Export lists', about: 'Saves the lists they see as files.' },
  configuration: {
    name: 'Change the configuration',
    about: 'Prices and settings of the shop, printers, costs.',
  },
  staff: {
    name: 'Manage staff',
    about: 'Adds and changes staff users and ability sets, but gives nothing they lack themselves.',
  },
  keys: {
    name: 'Manage keys and webhooks',
    about: 'Connects other systems, which may do no more than this person.',
  },
  audit: {
    name: 'Read the audit',
    about: 'Who changed what. It shows everything, so it needs prices and customers’ data, too.',
  },
}
