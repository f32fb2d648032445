import type { Rolldown } from 'vite'

/** A page, by its folder and its file. */
const page = /\/web\/src\/((?!base)\w+(?:\/\w+)*)\/(\w+Page)\.tsx$/
/** Besides the pages. */
const others: Record<string, RegExp> = {
  main: /\/web\/src\/app\/main\.tsx$/,
  signIn: /\/web\/src\/app\/FirstSignIn\.tsx$/,
  app: /\/web\/src\/app\/startApp\.tsx$/,
  shell: /\/web\/src\/app\/shell\/(Shell|DataProviders)\.tsx$/,
  // Loaded some seconds after the first screen.
  live: /\/web\/src\/base\/(live\/(LiveUpdates|LiveRows|OrderViewers)|dialog\/NewerNotice)\.tsx$/,
}
/** The screen that people have open all day: what it shares with others is loaded with the shell. */
const mainPage = 'orders/OrdersPage'
const dashboard = 'shop/dashboard'
const newOrder = 'orders/newOrder'
const staffPages = ['orders/StaffDashboardPage', 'orders/StaffOrdersPage']
/** So small that it is loaded with the shell as soon as a first screen and another page need it, but for what is large. */
const tiny =
  /virtual:light|\/web\/src\/base\/(format|feedback|ui|icons\/(frame|parts|Icon)|form\/useSingleFlight)|\/(price|printTexts|fullName)\.ts$/
const ofOrders = /\/web\/src\/orders\//
const large = /\/web\/src\/base\/ui\/([Cc]hart|Combobox|Menu|useMenuKeys|Peek)/
/** What forms are made of, and what checks them: 40 KiB; the second half can be loaded later. */
const formParts = /\/node_modules\/react-hook-form\//
const checks = /\/node_modules\/(zod|@hookform)\//
/** The library exports them beside what every screen needs. */
const rareQueries = /\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/

/** Loaded for itself when somebody asks for it. */
const apart = /\/(PdfPreview|ReorderStops|ProofDialog)\.tsx$/
const feature = /\/web\/src\/(\w+(?:\/\w+)?)\//

type Build = Rolldown.ChunkingContext

/**
 * Who loads a module at once. `pages` are those, by their feature (`money/cash`, but `orders/OrderPage`), 'main' for the entry, 'signIn', 'app' and 'shell'.
 * `all` are these and the parts of features that are loaded later: those with forms (`orders/newOrder/forms`) and those
 * without (`orders/newOrder/parts`).
 */
type Users = { pages: readonly string[]; all: readonly string[] }

const isLater = (name: string) => /^apart\/|\/(forms|parts)$/.test(name)
const isOfStaff = ({ pages }: Users) => staffPages.some((name) => pages.includes(name))
const isOfDashboard = ({ pages }: Users) => pages.includes(dashboard)

/** What is loaded with every screen of the app: its libraries, the app itself, the list of orders. */
function isCommon(users: Users, id: string): boolean {
  const { pages } = users
  if (pages.includes('app') || pages.includes('shell') || pages.includes(mainPage)) return true
  // Either role opens its own first screen.
  if (isOfDashboard(users) && isOfStaff(users)) return true
  const hasHome = isOfDashboard(users) || isOfStaff(users)
  // A style sheet of their own would be one request more.
  if (id.endsWith('.css') && (hasHome || pages.includes(newOrder))) return true
  return (
    pages.length > 1 &&
    hasHome &&
    (tiny.test(id) || (isOfStaff(users) && !ofOrders.test(id))) &&
    !large.test(id)
  )
}

/**
 * The files of the build, each for one purpose, so that a screen needs six files and not fifty. A module goes into the
 * first that takes it. Each takes all that its modules import and those before it do not have: so no file imports one
 * that comes after it.
 */
const chunks: Record<string, (users: Users, id: string, build: Build) => boolean> = {
  // React, and what the sign-in form and the app share. React alone would be one request more for every screen.
  index: ({ pages }) => pages.includes('main') || pages.includes('signIn'),
  schemas: ({ all }, id, build) =>
    checks.test(id) || (all.length > 1 && id.includes('/contract/src/') && needs(checks, id, build)),
  frame: (users, id) => isCommon(users, id) && !rareQueries.test(id),
  // What a super admin's lists do not need.
  dashboard: (users, id) => isOfDashboard(users) && !rareQueries.test(id),
  courier: (users, id) => isOfStaff(users) && !rareQueries.test(id),
  // With all that the form of a new order shares with others: in a file of its own it would be one request more.
  form: ({ all, pages }, id, build) =>
    pages.includes(newOrder)
      ? all.length > 1 || id.includes('/contract/src/')
      : all.length > 1 && pages.length > 0 && needs(formParts, id, build),
  // The pages of a few lines.
  small: ({ pages }) => pages.length > 0 && pages.every((name) => name.startsWith('app/')),
  // Forms that several share: with what checks them, of pages without it, and of parts that are loaded later.
  checked: ({ all }, id, build) => all.length > 1 && needs(checks, id, build),
  forms: ({ all }, id, build) => all.length > 1 && needs(formParts, id, build),
  parts: ({ all, pages }, id, build) => all.length > 1 && pages.length === 0 && !needs(checks, id, build),
  shared: ({ all, pages }, id, build) =>
    all.length > 1 || (pages.length > 0 && id.includes('/contract/src/') && !needs(checks, id, build)),
}

function chunkOf(id: string, build: Build): string | null {
  const users = usersOf(id, build)
  const name = Object.keys(chunks).find((name) => chunks[name]?.(users, id, build))
  return (name ?? fileOf(users.all[0])) || null
}

/** `OrderPage` for `orders/OrderPage`, but `newOrderForms` for `orders/newOrder/forms`, `customersPage` for a page in there. */
function fileOf(user = ''): string {
  const [name = '', above = ''] = user.split('/').toReversed()
  return /^(forms|parts|page)$/.test(name)
    ? above + name.replace(/^./, (letter) => letter.toUpperCase())
    : name
}

/** All that is found from a module by its static imports, one way or the other. */
function reached(
  id: string,
  next: (module: Rolldown.ModuleInfo) => readonly string[],
  build: Build,
): Set<string> {
  const found = new Set([id])
  for (const one of found) {
    const module = build.getModuleInfo(one)
    for (const other of module ? next(module) : []) found.add(other)
  }
  return found
}

const needs = (what: RegExp, id: string, build: Build) =>
  [...reached(id, ({ importedIds }) => importedIds, build)].some((one) => what.test(one))

/** Within a feature its pages say where a module goes: a part that is opened on a page finds it there. */
function usersOf(id: string, build: Build): Users {
  // What only a part needs that is loaded for itself goes with it.
  const above = reached(id, (one) => (apart.test(one.id) ? [] : one.importers), build)
  const all = [...new Set([...above].flatMap((one) => userAt(one, build) ?? []))]
  const pages = all.filter((name) => !isLater(name))
  const isGeneral =
    id.includes('/web/src/base/') || (id.includes('/contract/src/') && needs(checks, id, build))
  return { pages, all: isGeneral || pages.length === 0 ? all : pages }
}

/** A list of a few lines goes with one like it. */
const beside: Readonly<Record<string, string>> = { 'orders/courierTasks': 'orders/complaints' }

/** The pages of a feature are one file; those beside features, in the folder of their area, one each. */
function pageOf(id: string): string | undefined {
  const [, folder = '', name] = page.exec(id) ?? []
  return name && (folder.includes('/') ? (beside[folder] ?? folder) : `${folder}/${name}`)
}

function userAt(id: string, build: Build): string | undefined {
  const known = Object.keys(others).find((name) => others[name]?.test(id))
  const own = known ?? pageOf(id) ?? apart.exec(id)?.[0].replace('.tsx', '').replace('/', 'apart/')
  if (own || !build.getModuleInfo(id)?.dynamicImporters.length) return own
  // A form needs 40 KiB that other parts do not: one of them must not load them for all.
  const hasForm = needs(formParts, id, build) || needs(checks, id, build)
  return `${feature.exec(id)?.[1] ?? 'other'}/${hasForm ? 'forms' : 'parts'}`
}

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: chunkOf, debugName: 'by purpose', includeDependenciesRecursively: false },
]

/** What a file that is loaded later needs besides: after the first screen the files of all screens are there. */
export const withoutCommon = (_: string, files: string[], { hostId }: { hostId: string }) =>
  /index-/.test(hostId) ? files : files.filter((file) => !/(index|frame)-/.test(file))
