import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Check } from '../icons/screens.tsx'
import { type Sortable, type Sorting, sequencesOf } from './sorting.ts'

type Props = {
  anchor: HTMLElement
  columns: readonly Sortable[]
  sorting: Sorting
  onClose: () => void
}

/** The sequences of a list; the current one is marked. */
export default function SortMenu({ anchor, columns, sorting, onClose }: Props) {
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      // Inside the page's landmark.
      disablePortal
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': 'Sort' } }}
    >
      {sequencesOf(columns).map(({ ordering, label }) => {
        const chosen = ordering === sorting.ordering
        return (
          <MenuItem
            key={ordering}
            role="menuitemradio"
            aria-checked={chosen}
            selected={chosen}
            onClick={() => {
              onClose()
              sorting.choose(ordering)
            }}
            sx={{ minHeight: 44, gap: 2, justifyContent: 'space-between' }}
          >
            {label}
            {chosen && <Check size={18} />}
          </MenuItem>
        )
      })}
    </Menu>
  )
}
