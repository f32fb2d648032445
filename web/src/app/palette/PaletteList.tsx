import Box from '@mui/material/Box'
import { type MouseEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { StatusChip } from '../../base/feedback/StatusChip.tsx'
import type { Entry, Group } from './entries.ts'

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
    <Box
      ref={list}
      {...listbox}
      id={id}
      aria-busy={isBusy}
      sx={{
        flex: '0 1 auto',
        minHeight: 0,
        overflowY: 'auto',
        overscrollBehavior: 'contain',
        '&:not(:empty)': { py: 1 },
      }}
    >
      {groups.map(({ label, entries, isEarlier }) => (
        <Box key={label} {...groupOf(label)} sx={{ '& + &': { mt: 1 }, ...(isEarlier && { opacity: 0.55 }) }}>
          <Box
            aria-hidden
            sx={{ px: 2.5, py: 0.5, typography: 'caption', fontWeight: 600, color: 'text.secondary' }}
          >
            {label}
          </Box>
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
        </Box>
      ))}
    </Box>
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

const look = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: { xs: 52, sm: 40 },
  mx: 1,
  px: 1.5,
  py: 0.5,
  borderRadius: 1,
  color: 'text.primary',
  textDecoration: 'none',
  cursor: 'pointer',
  scrollMarginBlock: 8,
  outline: 'none !important',
  '&[aria-selected=true]': { bgcolor: 'action.selected' },
} as const

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const

/**
 * A line of the list. What opens an address is a link, so that the browser's own ways to open it elsewhere work. The focus
 * stays in the text field.
 */
function PaletteOption({ entry, id, isActive, searchText, onReach, onChoose }: PaletteOptionProps) {
  const { title, detail, Icon, to, status } = entry
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
    sx: look,
  }
  const line = (
    <>
      <Icon size={18} tone="muted" />
      <Box sx={{ flex: 1, minWidth: 0, display: { sm: 'flex' }, alignItems: 'baseline', gap: 1.5 }}>
        <Box sx={{ ...cut, flex: '0 1 auto', maxWidth: { sm: detail ? '65%' : 1 } }}>
          <Emphasized text={title} searchText={searchText} />
        </Box>
        {detail && (
          <Box sx={{ ...cut, flex: '1 1 0', typography: 'body2', color: 'text.secondary' }}>
            <Emphasized text={detail} searchText={searchText} />
          </Box>
        )}
      </Box>
      {status && <StatusChip status={status} />}
    </>
  )
  return to ? (
    <Box component={Link} to={to} {...option}>
      {line}
    </Box>
  ) : (
    <Box {...option}>{line}</Box>
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
      <Box
        key={pieces.slice(0, at).join('').length}
        component="b"
        sx={{ fontWeight: 650, color: 'text.primary' }}
      >
        {piece}
      </Box>
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
