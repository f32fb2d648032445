import { dirname } from 'node:path'

/**
 * The building, from the roof down: a file may import its own folder and what stands below it. A new folder is
 * given its floor here; deciding where it stands is part of adding it. A file named here stands apart from its folder.
 */
export const building = {
  server: [
    'server/src',
    // Takes orders in as a clerk would, through the app.
    'server/src/demo',
    'server/src/app.ts',
    // Knows tables only by what the database says of them, so it stands above none of the features.
    'server/src/backup',
    'server/src/dashboard',
    'server/src/orders',
    'server/src/referrals',
    'server/src/coupons',
    'server/src/leads',
    'server/src/plans',
    'server/src/vouchers',
    'server/src/clients',
    'server/src/qrCodes',
    'server/src/images',
    'server/src/coins',
    'server/src/configurations',
    'server/src/users',
    'server/src/staff',
    'server/src/session',
    'server/src/lib',
    'contract/src',
  ],
  web: [
    'web/src',
    'web/src/shell',
    // The one table of screens; the menu in the shell is drawn from it.
    'web/src/screens.ts',
    'web/src/dashboard',
    'web/src/leads',
    // One customer's page brings together what is known of them below.
    'web/src/customers',
    'web/src/configurations',
    'web/src/orders',
    'web/src/referrals',
    'web/src/coupons',
    'web/src/plans',
    // A company's row opens its vouchers and takes an upload of them.
    'web/src/clients',
    'web/src/vouchers',
    'web/src/qrCodes',
    'web/src/coins',
    'web/src/users',
    'web/src/staff',
    'web/src/session',
    'web/src/shared',
    'contract/src',
  ],
} as const

/** The floor's name: the folder, or the file itself where it stands apart. */
export const floorNameOf = (file: string): string =>
  [...building.server, ...building.web].find((floor) => floor === file) ?? dirname(file)

/** How far down a file stands, the roof being 0; undefined where its folder has no floor. */
export function floorOf(file: string): number | undefined {
  const floors: readonly string[] = file.startsWith('web/') ? building.web : building.server
  const floor = floors.indexOf(floorNameOf(file))
  // Both buildings stand on the same ground.
  if (dirname(file) === 'contract/src') return Number.MAX_SAFE_INTEGER
  return floor < 0 ? undefined : floor
}
