import { expect, test } from 'vitest'
import { read, sourceFiles } from './imports.ts'

/** The list screens that do nearly the same, each with its columns, and its nouns. */
const screens: Record<string, { files: string[]; nouns: RegExp }> = {
  users: { files: ['users/UsersPage.tsx'], nouns: /users?/gi },
  staff: { files: ['staff/StaffUsersPage.tsx'], nouns: /staff ?users?|staff/gi },
  plans: { files: ['plans/SubscriptionsPage.tsx'], nouns: /subscriptions?|plans?/gi },
  'sold plans': {
    files: ['plans/UserSubscriptionPage.tsx'],
    nouns: /(user|sold) ?(subscription|plan)s?|plans?/gi,
  },
  companies: {
    files: ['clients/ClientsPage.tsx', 'clients/clientColumns.tsx'],
    nouns: /clients?|compan(y|ies)/gi,
  },
  'QR codes': {
    files: ['qrCodes/QrCodeList.tsx', 'qrCodes/qrColumns.tsx'],
    nouns: /qr ?codes?|codes?|qrs?/gi,
  },
}

const imports = /^import[^;]*? from '[^']+'$/gm

/** Lines that say something: those of brackets alone are the shape of any component. */
const linesOf = (files: string[], nouns: RegExp) =>
  files
    .flatMap((file) => read(`web/src/${file}`).replace(imports, '').split('\n'))
    .map((line) => line.trim().replace(nouns, 'Noun'))
    .filter((line) => /[a-z]{2}/i.test(line))

/** The share of the shorter one's lines that the other has, too; a line counts as often as both have it. */
function shareOf(one: string[], other: string[]) {
  const left = Map.groupBy(one, (line) => line)
  const equal = other.filter((line) => left.get(line)?.pop() !== undefined)
  return equal.length / Math.min(one.length, other.length)
}

const names = Object.keys(screens)
const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const))

test.each(pairs)('%s and %s share under 30 % of their lines', (...pair) => {
  const [one = [], other = []] = pair.map((name) => {
    const { files = [], nouns = /$^/ } = screens[name] ?? {}
    return linesOf(files, nouns)
  })
  const share = shareOf(one, other)
  process.stdout.write(`${pair.join(' and ')}: ${(100 * share).toFixed(0)} % equal\n`)
  expect(Math.min(one.length, other.length)).toBeGreaterThan(15)
  expect(share).toBeLessThan(0.3)
})

test.each([
  ['the resolver of a form', /zodResolver/, ['form/useContractForm.ts']],
  ['the refusal of an older version', /'stale'/, ['api/useUpdate.ts']],
  // A new order is also sent by itself, once its files are uploaded.
  ['the sending of a form', /\.handleSubmit\(/, ['form/useSubmit.ts', 'newOrder/NewOrderPage.tsx']],
])('%s stands in one place', (_, pattern, files) => {
  const holding = sourceFiles.filter((file) => file.startsWith('web/') && pattern.test(read(file)))
  expect(holding).toEqual(files.map((file) => `web/src/${file}`))
})
