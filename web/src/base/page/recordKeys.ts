import type { KeyGroup } from './keys.ts'

/** The keys of RecordNavigation. */
export const recordKeys: KeyGroup = {
  where: 'On the page of an order or a customer',
  keys: [
    { keys: ['j'], what: 'Next in the list' },
    { keys: ['k'], what: 'Previous in the list' },
  ],
}
