import { dirname } from 'node:path'

/**
 * The features, from the top down, and what each is about. A feature has the same area and name in `server/src` and
 * `web/src`, where it has a part there. A feature may import the features below it.
 */
export const features: Record<string, string> = {
  'shop/backup': 'backup and restore; reads the tables from the database’s own catalog',
  'shop/places':
    'what the shop is where it runs: itself or a copy, in which nothing goes on that reaches machines outside',
  'shop/dashboard': 'figures and charts over all features',
  'shop/search': 'finding records of all features at once',
  'shop/audit': 'who changed what and when',
  'shop/bulkJobs':
    'one action on all records that match a filter, in portions, with progress, report and undo',
  'shop/bin': 'what was deleted in the last 30 days, to restore or to delete for good',
  'people/customerMerges': 'two customers who are one person: merging them, undoing that',
  'people/customerImports': 'files of customers: read, matched, checked, imported',
  'customer/orderPage': 'an order for its customer, by its link: what they see and may do',
  'customer/orderRequests': 'what customers ask for by link, until a clerk accepts it',
  'customer/answers':
    'what customers answer to messages: STOP and START, as a provider reports them; the link that stops emails',
  'customer/publicPages':
    'pages for people who are not signed in: their HTML, looks and errors; whom their acts are named after',
  'people/leads': 'enquiries, which become customers or companies',
  'orders/rounds': 'the round of a staff user: their stops in sequence',
  'orders/jobTickets': 'job tickets and the public page behind their code',
  'printing/floor': 'the floor screen: what to print next',
  'printing/autoPrint': 'orders that print by themselves once they are taken in',
  'orders/ticketScans': 'job tickets scanned at the press, the shelf and the door',
  'money/days': 'the money of a day, counted and closed',
  'orders/quotes': 'what is offered to customers, and becomes an order when they agree',
  'orders/complaints': 'what was wrong with delivered orders, and what the shop did about it',
  'orders/courierTasks': 'acts of couriers that were refused and sent to the office',
  orders: 'orders, their files, status changes, counts and search',
  'orders/newOrder': 'taking an order in, by parts that its edit dialog shares',
  'printing/filePreview': 'PDF files and pictures shown in a page',
  'printing/production': 'what was ordered, printed and delivered, what it cost and earned',
  'printing/stock': 'paper and toner: what is there, what jobs used, what was bought',
  'printing/printJobs': 'what printers print of orders: the queue, progress, reprints',
  'printing/sheets': 'pages of an order laid on sheets: page ranges, imposition, bundles',
  'printing/printers': 'the printers of the shop: their limits, state and supplies',
  'printing/preflight': 'how the pages of a file will print',
  'orders/comments': 'what people say to each other about an order, and whom they name',
  'orders/orderMoves': 'status changes of one order and of many',
  'orders/promises': 'until when an order is promised, and whether it waits to be fetched',
  'orders/deliveryProofs': 'who received an order: a name, a photo, a signature',
  'orders/roundActs': 'what couriers do on the road: kept on the phone until the server has answered',
  'money/invoices': 'invoices and credit notes, their series and files; registers',
  'money/payments': 'what was paid: an append-only ledger',
  'money/statements': 'what bank, UPI app and card company say, and which payments that is',
  'money/till': 'what people put into the till and take from it',
  'money/cash': 'cash in hands and in the till',
  'money/accounts': 'what customers and companies have paid ahead, and may owe',
  'customer/messages': 'what customers are told by email, SMS and WhatsApp: templates, channels, the log',
  'customer/pageFacts': 'what is known of an order for its customer, and what they may do about it now',
  'rewards/referrals': 'who referred whom, claims',
  'rewards/coupons': 'coupons and their uses',
  'rewards/plans': 'subscription plans and sold plans',
  'rewards/clients': 'companies',
  'rewards/voucherImports': 'files of voucher codes: read, checked, imported',
  'rewards/soldVouchers': 'codes that customers bought with coins',
  'rewards/vouchers': 'voucher groups, their codes and stock',
  'rewards/voucherStatements':
    'what came, was sold, voided and expired of a company’s codes, and what is due',
  'rewards/qrCodes': 'QR codes, labels, scans and their counts',
  'rewards/images': 'pictures of vouchers and QR codes',
  'rewards/coins': 'the ledger of coins',
  'customer/languages':
    'what customers read, in each language: sentences, numbers, times; which one they read',
  'shop/configurations': 'prices and settings of the shop',
  'people/customers': 'customers',
  'shop/webhooks': 'telling other systems what happens: signed requests, retries, their log',
  'people/apiKeys': 'keys with which other systems call the API',
  'shop/savedViews': 'views of lists that super admins save under a name',
  'people/staff': 'staff users and super admins',
  'money/approvals': 'acts that need a second super admin, and the rule that says which',
  'shop/events': 'what happens, as a stream for open pages',
  'shop/push': 'telling the devices of people what happens, by Web Push',
  'people/session': 'sign-in, passwords, tokens, limits of failed sign-ins',
  'people/abilities': 'ability sets: who may do what',
}

const featuresIn = (side: string) =>
  Object.fromEntries(Object.entries(features).map(([name, about]) => [`${side}/${name}`, about]))

/**
 * All layers, from the top down, and what belongs into each. A file may import its own layer and the layers below it. A
 * file that is named here is a layer of its own.
 */
export const layers: Record<string, string> = {
  'server/src/app/main.ts': 'reads the settings and starts one server process, or the supervisor of several',
  'server/src/app/startServer.ts': 'the start of one server process',
  'server/demo': 'the demo shop: made-up customers, orders and rewards; loaded only with --demo',
  'server/demo/content': 'the texts and pictures of the demo shop',
  'server/src/app': 'the commands, the app that is composed of features, and the scheduled jobs',
  'server/src/app/start': 'what a start needs: environment, arguments, logger, the address to listen on',
  ...featuresIn('server/src'),
  'server/src/orders/orderText.queries.ts': 'which orders a text finds',
  'server/src/orders/seesOrder.queries.ts': 'which orders a person may see',
  'server/src/base/csv': 'CSV files that people bring: receiving, reading, copying to a table',
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
  'server/src/base/languages':
    'what the server says in languages other than English: sentences, their translator; which language is asked for',
  'server/src/base/database': 'the connection, migrations, search, phones, versions',
  'server/src/base/http/problem.ts': 'the one kind of expected error',
  'server/src/base':
    'the version of the program; amounts in sentences; the error that the person who runs the shop must resolve',

  'web/src/app': 'the app and its addresses',
  'web/src/app/shell': 'the frame around the screens: menus, theme, providers',
  'web/src/app/palette': 'the command palette: records, screens and actions by name; the sheet of keys',
  'web/src/app/screensOf.ts': 'which of the screens a person has, and which is their first',
  'web/src/app/screens.ts': 'the table of screens, from which menus and routes are made',
  'web/src/people/customers/page': 'the page of one customer, with what the features know of them',
  'web/src/people/customers/UsersPage.tsx': 'the screen over customers and their import',
  'web/src/rewards/vouchers/VouchersPage.tsx': 'the screen over codes, imports and sold vouchers',
  ...featuresIn('web/src'),
  'web/src/base/csvImport': 'importing a CSV file: choosing it, sending it, what was skipped',
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
  'web/src/base/device':
    'what this browser keeps of the shop: answers that were seen last, the key of what waits',
  'web/src/base/router': 'addresses: the history of the tab, links, what a path names',
  'web/src/base/useKeyDown.ts': 'hearing the keys of the whole page',
  'web/src/base/createStore.ts': 'telling components of state that is kept outside of them',
  'web/src/base/ui/states': 'all parts in all their states, on one page of the development server',
  'web/src/base/ui': 'the parts that screens are made of, their looks and the tokens of these',
  'web/src/base/icons': 'the icons, a file for each part of the build that loads them',
  'web/src/base/format': 'dates, numbers, phones and texts as people read them',

  'contract/src/*':
    'every endpoint as data, and the rules that both sides compute: prices, moves, sheets; by area',
  'contract/src':
    'what all endpoints are made of: values, pages of lists, problems, the spelling of phones and addresses',
  'postgres/src': 'the supervision of the embedded PostgreSQL; knows nothing of the shop',
}

const order = Object.keys(layers)

/** A file's layer: its folder, or the file itself where it is a layer of its own. The areas of the contract are one layer. */
export const layerOf = (file: string): string =>
  file in layers ? file : dirname(file).replace(/^(contract\/src)\/.*/, '$1/*')

/** How far down a file stands, the top being 0; undefined where its folder is not listed. */
export function depthOf(file: string): number | undefined {
  const depth = order.indexOf(layerOf(file))
  return depth < 0 ? undefined : depth
}
