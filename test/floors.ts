import { dirname } from 'node:path'

/**
 * The features, from the top floor down, and what each is about. A feature has the same name in `contract/src`,
 * `server/src` and `web/src`, where it has a part there. A feature may import the features below it.
 */
export const features: Record<string, string> = {
  backup: 'backup and restore; reads the tables from the database’s own catalog',
  places:
    'what the shop is where it runs: itself or a copy, in which nothing goes on that reaches machines outside',
  dashboard: 'figures and charts over all features',
  search: 'finding records of all features at once',
  audit: 'who changed what and when',
  bulkJobs: 'one action on all records that match a filter, in portions, with progress, report and undo',
  bin: 'what was deleted in the last 30 days, to restore or to delete for good',
  leads: 'enquiries, which become customers or companies',
  customers: 'the page of one customer, with what the features below know of them',
  newOrder: 'taking an order in',
  rounds: 'the round of a staff user: their stops in sequence',
  jobTickets: 'job tickets and the public page behind their code',
  floor: 'the floor screen: what to print next',
  ticketScans: 'job tickets scanned at the press, the shelf and the door',
  orders: 'orders, their files, status changes, counts and search',
  filePreview: 'PDF files and pictures shown in a page',
  production: 'what was ordered, printed and delivered, what it cost and earned',
  stock: 'paper and toner: what is there, what jobs used, what was bought',
  printJobs: 'what printers print of orders: the queue, progress, reprints',
  sheets: 'pages of an order laid on sheets: page ranges, imposition, bundles',
  printers: 'the printers of the shop: their limits, state and supplies',
  preflight: 'how the pages of a file will print',
  orderMoves: 'status changes of one order and of many',
  deliveryProofs: 'who received an order: a name, a photo, a signature',
  referrals: 'who referred whom, claims',
  coupons: 'coupons and their uses',
  plans: 'subscription plans and sold plans',
  clients: 'companies',
  voucherImports: 'files of voucher codes: read, checked, imported',
  soldVouchers: 'codes that customers bought with coins',
  vouchers: 'voucher groups, their codes and stock',
  qrCodes: 'QR codes, labels, scans and their counts',
  images: 'pictures of vouchers and QR codes',
  coins: 'the ledger of coins',
  configurations: 'prices and settings of the shop',
  users: 'customers',
  webhooks: 'telling other systems what happens: signed requests, retries, their log',
  apiKeys: 'keys with which other systems call the API',
  savedViews: 'views of lists that super admins save under a name',
  staff: 'staff users and super admins',
  events: 'what happens, as a stream for open pages',
  session: 'sign-in, passwords, tokens, limits of failed sign-ins',
}

const featuresIn = (side: string) =>
  Object.fromEntries(Object.entries(features).map(([name, about]) => [`${side}/${name}`, about]))

/**
 * All rooms, from the roof down, and what belongs into each. A file may import its own room and the rooms below it. A
 * file that is named here is a room of its own.
 */
export const rooms: Record<string, string> = {
  'server/src/app/main.ts': 'reads the settings and starts one server process, or the supervisor of several',
  'server/src/app/startServer.ts': 'the start of one server process',
  'server/demo': 'the demo shop: made-up customers, orders and rewards; loaded only with --demo',
  'server/demo/content': 'the texts and pictures of the demo shop',
  'server/src': 'the commands, the app that is composed of features, and the scheduled jobs',
  'server/src/app/start': 'what a start needs: environment, arguments, logger, the address to listen on',
  ...featuresIn('server/src'),
  'server/src/orders/orderText.queries.ts': 'which orders a text finds',
  'server/src/base/http':
    'requests and replies: routes, errors, forms, limits, idempotency, CSV, links, metrics, the web app’s files',
  'server/src/base/queue': 'work that runs once at a time for each key, over all processes',
  'server/src/printing/imposition':
    'places, scales and turns pages on sheets of paper: a PDF of the sides that leave the printer',
  'server/src/printing/prepress':
    'reads how the pages of a file will print: colour, margins, resolution, fonts',
  'server/src/printing/ipp': 'what printers are asked and told: requests of the Internet Printing Protocol',
  'server/src/printing/office':
    'makes PDF files of Word and PowerPoint documents by LibreOffice, in processes within bounds',
  'server/src/base/openapi':
    'what the API description says besides the schemas: errors, examples, authorization, webhooks',
  'server/src/base/outgoing':
    'requests to addresses that people typed, which must be public ones; whether the shop may talk to machines outside where it runs',
  'server/src/base/files':
    'stored files: folder and S3, removal and sweep, inspection of PDF files and pictures, disk space',
  'server/src/base/database': 'the connection, migrations, search, phones, versions',
  'server/src/base/http/problem.ts': 'the one kind of expected error',
  'server/src/base/operatorError.ts': 'the error that the person who runs the shop must resolve',

  'web/src': 'the app and its addresses',
  'web/src/app/shell': 'the frame around the screens: menus, theme, providers',
  'web/src/app/palette': 'the command palette: records, screens and actions by name; the sheet of keys',
  'web/src/app/screens.ts': 'the table of screens, from which menus and routes are made',
  'web/src/rewards/vouchers/VouchersPage.tsx': 'the screen over codes, imports and sold vouchers',
  ...featuresIn('web/src'),
  'web/src/base/list': 'lists: table, cards, search, pages, row menus',
  'web/src/base/listView':
    'what a person changes on a list: its sequence, rows, columns and saved views; its keys',
  'web/src/base/matching':
    'actions on all records that match a filter: starting a bulk job, remembering those to show',
  'web/src/base/dialog': 'dialogs, confirmations, the guard of unsaved input',
  'web/src/base/live': 'what open pages do with the stream of events: rows that follow, who looks, notices',
  'web/src/base/form': 'inputs and their errors',
  'web/src/base/page': 'what every page uses: title, sections, the width of the window',
  'web/src/base/feedback': 'loading, failed and empty states, messages',
  'web/src/base/api': 'calls to the server',
  'web/src/base/icons': 'the icons, a file each, so that a screen loads only its own',
  'web/src/base/format': 'dates, numbers, phones and texts as people read them',

  'contract/src/apiKeys': 'API keys, and which endpoints each scope opens',
  'contract/src/webhooks': 'webhooks, their messages and deliveries',
  'contract/src/events': 'the stream of what happens',
  'contract/src/lists': 'what belongs to all lists: saved views, actions on all that match',
  'contract/src/preflight': 'how the pages of a file will print',
  'contract/src/printing': 'printers, print jobs, sheets, stock, ticket scans: the print floor',
  'contract/src/audit': 'who did what, and where they are signed in: entries of the audit, sessions',
  'contract/src/shop': 'the shop itself: where it runs',
  'contract/src': 'every endpoint as data, shared by both sides',
  'contract/src/rules':
    'rules that both sides compute: prices, moves and sequences of orders, the spelling of phones',
  'postgres/src': 'the supervision of the embedded PostgreSQL; knows nothing of the shop',
}

const order = Object.keys(rooms)

/** A file's room: its folder, or the file itself where it is a room of its own. */
export const roomOf = (file: string): string => (file in rooms ? file : dirname(file))

/** How far down a file stands, the roof being 0; undefined where its folder is not listed. */
export function floorOf(file: string): number | undefined {
  const floor = order.indexOf(roomOf(file))
  return floor < 0 ? undefined : floor
}
