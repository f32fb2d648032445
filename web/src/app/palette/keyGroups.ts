import type { KeyGroup } from '../../base/page/keys.ts'
import { listKeys } from '../../base/page/listKeys.ts'
import { recordKeys } from '../../base/page/recordKeys.ts'

const everywhere: KeyGroup = {
  where: 'Everywhere',
  keys: [
    { keys: ['Mod', 'K'], what: 'Find anything' },
    { keys: ['?'], what: 'Show these keys' },
    { keys: ['Esc'], what: 'Close what is open' },
  ],
}

const inPalette: KeyGroup = {
  where: 'In Find anything',
  keys: [
    { keys: ['↑'], what: 'Previous' },
    { keys: ['↓'], what: 'Next' },
    { keys: ['Home'], what: 'First' },
    { keys: ['End'], what: 'Last' },
    { keys: ['Enter'], what: 'Open' },
    { keys: ['Mod', 'Enter'], what: 'Open in a new tab' },
  ],
}

/** All keys of the app, as its sheet of keys shows them. Whoever adds a key adds it to its group, or a group here. */
export const keyGroups: readonly KeyGroup[] = [everywhere, listKeys, recordKeys, inPalette]
