import { type KeyGroup, listKeys, recordKeys } from '../../base/page/keys.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Dialog } from '../../base/ui/Dialog.tsx'
import { Heading } from '../../base/ui/Text.tsx'
import { Key } from './Key.tsx'
import styles from './KeySheet.module.css'

/** All keys of the keyboard, by where they work. */
export default function KeySheet({ onClose }: { onClose: () => void }) {
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
        {keyGroups.map(({ where, keys }) => (
          <section key={where} className={styles.group}>
            <Heading level="h3">{where}</Heading>
            <dl className={styles.keys}>
              {keys.map(({ keys, what }) => (
                <div key={what} className={styles.line}>
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
