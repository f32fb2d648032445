import { count } from '../format/format.ts'
import { ChevronLeft, ChevronRight } from '../icons/frame.tsx'
import type { IconType } from '../icons/Icon.tsx'
import { type Place, resolve } from '../router/history.ts'
import { useHistory, useLocation } from '../router/router.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Text } from '../ui/Text.tsx'
import { useKeyDown } from '../useKeyDown.ts'
import { isBusy } from './keys.ts'
import { lastListWith } from './lastList.ts'
import styles from './RecordNavigation.module.css'

type Props = {
  /** What a record is called: 'order'. */
  what: string
  /** The list to go back to when the record was not opened from one. */
  home: { to: string; title: string }
}

/** Above a record's heading: back to the list it was opened from, and to the records before and after it there. */
export function RecordNavigation({ what, home }: Props) {
  const { list, at, before, after } = placeInList(useLocation())
  const history = useHistory()
  useKeyDown((event) => {
    if (!/^[jk]$/.test(event.key)) return
    // Of the record that the last key has asked for, which may not be drawn yet.
    const neighbours = placeInList(history.visit.place)
    const to = event.key === 'k' ? neighbours.before : neighbours.after
    if (!to || event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return
    event.preventDefault()
    // Replaces the history entry: Back leads to the list, however many records were looked at.
    history.go(resolve(to, ''), { replace: true })
  })

  const { to, title } = list ?? home
  return (
    <div className={styles.navigation} data-record>
      <span className={styles.back}>
        <Button look="plain" size="small" tone="muted" to={to} start={<ChevronLeft />}>
          <Text flow="line">{title}</Text>
        </Button>
      </span>
      {list && list.links.length > 1 && (
        <>
          <Text size="small" tone="muted" flow="keep">
            {count(at + 1)} of {count(list.links.length)}
          </Text>
          <Step label={`Previous ${what}`} hotkey="k" to={before} Icon={ChevronLeft} />
          <Step label={`Next ${what}`} hotkey="j" to={after} Icon={ChevronRight} />
        </>
      )}
    </div>
  )
}

function placeInList({ pathname, search }: Pick<Place, 'pathname' | 'search'>) {
  // A record with tabs is in the list without its tab; a company is named by its query parameter.
  const address = [pathname + search, pathname].find(lastListWith) ?? pathname
  const list = lastListWith(address)
  const at = list?.links.indexOf(address) ?? -1
  return { list, at, before: list?.links[at - 1], after: list?.links[at + 1] }
}

type StepProps = { label: string; hotkey: string; to: string | undefined; Icon: IconType }

const Step = ({ label, hotkey, to, Icon }: StepProps) => (
  <IconButton
    size="small"
    aria-label={label}
    aria-keyshortcuts={hotkey}
    title={`${label} (${hotkey})`}
    {...(to ? { to, replace: true } : { disabled: true })}
  >
    <Icon />
  </IconButton>
)
