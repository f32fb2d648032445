import { clsx } from 'clsx'
import { type MouseEvent, useEffect, useRef } from 'react'
import { StatusChip } from '../../base/feedback/StatusChip.tsx'
import { RouterLink } from '../../base/ui/RouterLink.tsx'
import { OrderTags } from '../../orders/promises/OrderTags.tsx'
import type { Entry, Group } from './entries.ts'
import styles from './PaletteList.module.css'

/** A group whose records are those of an earlier text is dimmed. */
export type ShownGroup = Group & { isEarlier?: boolean }

type Props = {
  id: string
  groups: readonly ShownGroup[]
  active: Entry | undefined
  /** The typed text. */
  searchText: string
  isBusy: boolean
  onReach: (entry: Entry) => void
  onChoose: (entry: Entry, newTab: boolean) => void
}

export const optionId = (listId: string, { key }: Entry) => `${listId}-${key.replace(/\W+/g, '-')}`

// No HTML element has these roles and can hold links.
const listbox = { role: 'listbox', 'aria-label': 'Records and actions' }
const groupOf = (label: string) => ({ role: 'group', 'aria-label': label })

/** The options in groups, whose headings say what they are. */
export function PaletteList({ id, groups, active, searchText, isBusy, onReach, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const isFirst = active !== undefined && active === groups[0]?.entries[0]
  const activeId = active && optionId(id, active)
  useEffect(() => {
    // The heading of the first group comes into view with its first option.
    if (isFirst) list.current?.scrollTo?.({ top: 0 })
    else if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId, isFirst])
  return (
    <div ref={list} {...listbox} id={id} aria-busy={isBusy} className={styles.list}>
      {groups.map(({ label, entries, isEarlier }) => (
        <div key={label} {...groupOf(label)} aria-busy={isEarlier ?? false} className={styles.group}>
          <div aria-hidden className={styles.label}>
            {label}
          </div>
          {entries.map((entry) => (
            <PaletteOption
              key={entry.key}
              id={optionId(id, entry)}
              entry={entry}
              isActive={entry === active}
              searchText={searchText}
              onReach={() => onReach(entry)}
              onChoose={(newTab) => onChoose(entry, newTab)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type PaletteOptionProps = {
  entry: Entry
  id: string
  isActive: boolean
  /** The typed text, which is emphasized. */
  searchText: string
  onReach: () => void
  onChoose: (newTab: boolean) => void
}

/**
 * A line of the list. What opens an address is a link, so that the browser's own ways to open it elsewhere work. The focus
 * stays in the text field.
 */
function PaletteOption({ entry, id, isActive, searchText, onReach, onChoose }: PaletteOptionProps) {
  const { title, detail, Icon, to, status, promised_at = null } = entry
  const option = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    // A list that scrolls under a resting pointer does not choose.
    onMouseMove: onReach,
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: (event: MouseEvent) => {
      const newTab = event.ctrlKey || event.metaKey || event.shiftKey
      if (!newTab) event.preventDefault()
      onChoose(newTab)
    },
    className: styles.option,
  }
  const line = (
    <>
      <Icon size={18} tone="muted" />
      <div className={styles.texts}>
        <div className={clsx(styles.title, detail && styles.short)}>
          <Emphasized text={title} searchText={searchText} />
        </div>
        {detail && (
          <div className={styles.detail}>
            <Emphasized text={detail} searchText={searchText} />
          </div>
        )}
      </div>
      {status && <OrderTags order={{ status, promised_at }} />}
      {status && <StatusChip status={status} />}
    </>
  )
  return to ? (
    <RouterLink to={to} {...option}>
      {line}
    </RouterLink>
  ) : (
    <div {...option}>{line}</div>
  )
}

/** The text with the words of the search emphasized. */
function Emphasized({ text, searchText }: { text: string; searchText: string }) {
  const pieces = piecesOf(text, searchText)
  return pieces.map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      // The sequence is all that tells the pieces of one text apart.
      <b key={pieces.slice(0, at).join('').length} className={styles.found}>
        {piece}
      </b>
    ),
  )
}

/** The text cut at the words of the search: every second piece is one of them. */
function piecesOf(text: string, searchText: string): string[] {
  const signs = searchText
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // The longest first, because the first that fits is taken.
  return signs.length === 0
    ? [text]
    : text.split(new RegExp(`(${signs.toSorted((a, b) => b.length - a.length).join('|')})`, 'i'))
}
