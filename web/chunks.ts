import type { Rolldown } from 'vite'

// Both roles have a page at /dashboard, so they share a file.
const page = /\/web\/src\/[\w/]+\/(?:Staff(?=Dashboard))?(\w+Page)\.tsx$/
/** Besides the pages. */
const others: Record<string, RegExp> = {
  main: /\/web\/src\/app\/main\.tsx$/,
  signIn: /\/web\/src\/app\/FirstSignIn\.tsx$/,
  app: /\/web\/src\/app\/startApp\.tsx$/,
  shell: /\/web\/src\/app\/shell\/(Shell|DataProviders)\.tsx$/,
  // Loaded some seconds after the first screen.
  live: /\/web\/src\/base\/(live\/(LiveUpdates|LiveRows|OrderViewers)|dialog\/NewerNotice)\.tsx$/,
}
/**
 * So small that it is loaded with the shell as soon as two pages need it; the icons and the form's part because nearly all
 * screens would load `home` for them alone.
 */
const tiny =
  /virtual:light(?!\/printing|\/orders\/ticketScans)|\/web\/src\/base\/(format|feedback|ui|icons\/(frame|parts|Icon)|form\/useSingleFlight)/
/** What so many pages need is loaded with the shell. */
const many = 16
/** The screen that people have open all day: what it shares with others is loaded with the shell. */
const mainPage = 'OrdersPage'
const homePages = ['DashboardPage', 'StaffOrdersPage']
/** The pages that are forms, with a library for forms and one for schemas. */
const formPages = [
  'ClientFormPage',
  'ConfigurationPage',
  'CouponsPage',
  'NewOrderPage',
  'UpdatePasswordPage',
  'UserPage',
]

/** The screens of printing: what only they share is not loaded with others. */
const printingPages = [
  'FloorPage',
  'JobTicketsPage',
  'PrintersPage',
  'PrintQueuePage',
  'ProductionPage',
  'ScanPage',
  'ShelfLabelsPage',
  'StockPage',
  'TicketScansPage',
]

/** Pages of a few lines, in one file. */
const smallPages = ['WelcomePage', 'SignedOutPage', 'UnknownAddressPage', 'PlainTextPage']

/** Who loads a module at once: names of pages, 'main' for the entry, 'signIn', 'app', 'shell'. */
type Users = readonly string[]

/** Used by many pages, of which each needs one or two: with the shell, every screen would load all of them. */
const screenIcons = /\/web\/src\/base\/icons\/(home|screens)\.tsx$/

/** What is loaded with every screen of the app. */
const isCommon = (users: Users, id: string) =>
  !screenIcons.test(id) &&
  (users.includes('app') ||
    users.includes('shell') ||
    users.length >= many ||
    users.includes(mainPage) ||
    (users.length > 1 && tiny.test(id)) ||
    // A style sheet of its own would be one request more.
    (id.endsWith('.css') && (users.length > 1 || homePages.some((name) => users.includes(name)))))

/**
 * The files of the build, each for one purpose, so that a screen needs six files and not fifty. A module goes into the
 * first that takes it. Each takes all that its modules import and those before it do not have: so no file imports one
 * that comes after it.
 */
const chunks: Record<string, (users: Users, id: string) => boolean> = {
  // React, and what the sign-in form and the app share. React alone would be one request more for every screen.
  index: (users) => users.includes('main') || users.includes('signIn'),
  // What the dashboards and a staff user's lists need, and a super admin's lists do not.
  home: (users, id) => !isCommon(users, id) && homePages.some((name) => users.includes(name)),
  // The libraries of all screens, and the app itself.
  frame: isCommon,
  small: (users) => users.length > 0 && users.every((name) => smallPages.includes(name)),
  // What the order page and the form of a new order, loaded with its first file, share.
  sheets: (users, id) => id.includes('/web/src/printing/sheets/') && !users.includes('NewOrderPage'),
  printing: (users) => users.length > 1 && users.every((name) => printingPages.includes(name)),
  shared: (users) => users.length > 1 && users.some((name) => !formPages.includes(name)),
  form: (users) => users.length > 1,
}

function chunkOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const users = usersOf(id, context)
  const name = Object.keys(chunks).find((name) => chunks[name]?.(users, id))
  return (name ?? users[0]) || null
}

/** Follows the static imports of a module backwards. */
function usersOf(id: string, context: Rolldown.ChunkingContext): Users {
  const above = new Set([id])
  for (const one of above) {
    for (const importer of context.getModuleInfo(one)?.importers ?? []) above.add(importer)
  }
  const nameOf = (one: string) =>
    Object.keys(others).find((name) => others[name]?.test(one)) ?? page.exec(one)?.[1]
  return [...new Set([...above].flatMap((one) => nameOf(one) ?? []))]
}

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: chunkOf, debugName: 'by purpose', includeDependenciesRecursively: false },
]
