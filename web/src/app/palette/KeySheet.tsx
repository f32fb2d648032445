import { useState } from 'react'
import type { Viewer } from '../../base/api/role.ts'
import { viewerCan } from '../../base/api/viewerCan.ts'
import { type KeyGroup, listKeys, orderKeys, recordKeys } from '../../base/page/keyGroups.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Dialog } from '../../base/ui/Dialog.tsx'
import { Heading } from '../../base/ui/Text.tsx'
import { goKeysOf } from './goKeys.ts'
import { Key } from './Key.tsx'
import styles from './KeySheet.module.css'

type Props = { viewer: Viewer; onClose: () => void }

/** The keys of the keyboard: first those that work on this page, then those of others. */
export default function KeySheet({ viewer, onClose }: Props) {
  // As the page was when it was asked.
  const [groups] = useState(() => {
    const { here = [], elsewhere = [] } = Object.groupBy(keyGroupsOf(viewer), ({ at }) =>
      !at || document.querySelector(at) ? 'here' : 'elsewhere',
    )
    return [...here, ...elsewhere.map((group) => ({ ...group, where: `${group.where} (not on this page)` }))]
  })
  return (
    <Dialog
      title="Keyboard shortcuts"
      size="sm"
      onClose={onClose}
      readable
      actions={
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      }
    >
      <div className={styles.groups}>
        {groups.map(({ where, keys }) => (
          <section key={where} className={styles.group}>
            <Heading level="h3">{where}</Heading>
            <dl className={styles.keys}>
              {keys.map(({ keys, what }) => (
                <div key={keys.join() + what} className={styles.line}>
                  <dt className={styles.key}>
                    <Key keys={keys} />
                  </dt>
                  <dd className={styles.what}>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

const everywhere: KeyGroup = {
  where: 'Everywhere',
  keys: [
    { keys: ['Mod', 'K'], what: 'Find anything' },
    { keys: ['Mod', 'Z'], what: 'Undo what was done last' },
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

/** All keys of a person, as the sheet of keys shows them. Whoever adds a key adds it to its group, or a group here. */
export const keyGroupsOf = (viewer: Viewer): readonly KeyGroup[] => [
  everywhere,
  listKeys,
  ...(viewerCan(viewer, 'assign') ? [orderKeys] : []),
  recordKeys,
  goKeysOf(viewer),
  inPalette,
]
