import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import type { Entry, Group } from './entries.ts'
import { PaletteOption } from './PaletteOption.tsx'

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
