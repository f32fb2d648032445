import Box from '@mui/material/Box'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { StatusChip } from '../../base/feedback/StatusChip.tsx'
import type { Entry } from './entries.ts'

type Props = {
  entry: Entry
  id: string
  isActive: boolean
  /** The typed text, which is emphasized. */
  searchText: string
  onReach: () => void
  onChoose: (newTab: boolean) => void
}

const optionStyle = {
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
export function PaletteOption({ entry, id, isActive, searchText, onReach, onChoose }: Props) {
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
    sx: optionStyle,
  }
  const line = (
    <>
      <Icon sx={{ fontSize: 18, color: 'text.secondary', flex: 'none' }} />
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

/** The text with the typed words emphasized. */
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

/** The text cut at the typed words: every second piece is one of them. */
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
