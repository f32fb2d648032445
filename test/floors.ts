import { dirname } from 'node:path'

/**
 * The rooms of the building, from the roof down, and what belongs into each. A file may import its own room and what
 * stands below it. A file that is named here stands apart from its folder. A new folder gets its line here.
 */
export const rooms: Record<string, string> = {
  'server/src/main.ts': 'the start of the server',
  'server/demo': 'the demo shop: made-up customers, orders and rewards; loaded with --demo alone',
  'server/demo/content': 'the words and pictures of the demo shop',
  'server/src': 'the commands, the app that is put together from features, and the jobs',
  'server/src/start': 'what a start needs: environment, arguments, logger, the address it listens on',
  'server/src/backup': 'backup and restore; knows tables only by what the database says of them',
  'server/src/dashboard': 'figures over all features',
  'server/src/orders': 'orders, their files, moves, counts and search',
  'server/src/referrals': 'who brought whom, claims',
  'server/src/coupons': 'coupons and their uses',
  'server/src/leads': 'enquiries, which become customers or companies',
  'server/src/plans': 'subscription plans and those that are sold',
  'server/src/clients': 'companies',
  'server/src/voucherImports': 'files of voucher codes: read, compared, imported',
  'server/src/soldVouchers': 'codes that customers bought for coins',
  'server/src/vouchers': 'voucher groups, their codes and stock',
  'server/src/qrCodes': 'QR codes, scans and their counts',
  'server/src/images': 'pictures of vouchers and QR codes',
  'server/src/coins': 'the ledger of coins',
  'server/src/configurations': 'prices and settings of the shop',
  'server/src/users': 'customers',
  'server/src/staff': 'staff users and super admins',
  'server/src/session': 'sign-in, passwords, tokens, limits of guesses',
  'server/src/http':
    'requests and answers: routes, errors, forms, limits, idempotency, CSV, links, metrics, the web app’s files',
  'server/src/files':
    'stored files: folder and S3, removal and sweep, inspection of PDF files and pictures, disk space',
  'server/src/database': 'the connection, migrations, search, phones, versions, jobs that run once',
  'server/src/http/problem.ts': 'the one kind of expected error',
  'server/src/start/operatorError.ts': 'the error that the person who runs the shop must resolve',
  'web/src': 'the app, its addresses',
  'web/src/shell': 'the frame around the screens: menus, theme, providers',
  'web/src/screens.ts': 'the table of screens, from which the menu is drawn',
  'web/src/dashboard': 'figures and charts',
  'web/src/leads': 'enquiries',
  'web/src/customers': 'one customer’s page, with what the features below know of them',
  'web/src/configurations': 'prices and settings',
  'web/src/newOrder': 'taking an order in',
  'web/src/jobTickets': 'what is printed: job tickets and the public print page',
  'web/src/orders': 'lists of orders, the order’s page',
  'web/src/filePreview': 'PDF files and pictures in the page',
  'web/src/orderMoves': 'moves of one order and of many',
  'web/src/referrals': 'who brought whom, claims',
  'web/src/coupons': 'coupons and their uses',
  'web/src/plans': 'plans and sold plans',
  'web/src/clients': 'companies',
  'web/src/vouchers/VouchersPage.tsx': 'the screen over codes, imports and sold vouchers',
  'web/src/voucherImports': 'uploading files of codes',
  'web/src/soldVouchers': 'codes that customers bought',
  'web/src/vouchers': 'voucher groups and codes',
  'web/src/qrCodes': 'QR codes, labels, scans',
  'web/src/coins': 'granting and deducting coins',
  'web/src/users': 'the list of customers',
  'web/src/staff': 'staff users',
  'web/src/session': 'sign-in, passwords',
  'web/src/list': 'lists: table, cards, search, pages, menus of rows',
  'web/src/dialog': 'dialogs, confirmations, the guard of unsaved input',
  'web/src/form': 'inputs and their errors',
  'web/src/page': 'what a page stands on: title, sections, the window’s width',
  'web/src/feedback': 'loading, failure, messages, states',
  'web/src/api': 'calls of the server',
  'web/src/format': 'dates, numbers, phones and texts as people read them',

  'contract/src': 'every endpoint as data, shared by both sides',
  'postgres/src': 'the supervision of the embedded PostgreSQL; knows nothing of the shop',
}

/** All rooms, from the roof down. */
export const order = Object.keys(rooms)

/** The room's name: the folder, or the file itself where it stands apart. */
export const roomOf = (file: string): string => (file in rooms ? file : dirname(file))

/** How far down a file stands, the roof being 0; undefined where its folder has no line. */
export function floorOf(file: string): number | undefined {
  const floor = order.indexOf(roomOf(file))
  return floor < 0 ? undefined : floor
}
