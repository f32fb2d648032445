import { Check } from '../icons/screens.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
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
    <Menu label="Sort" anchor={anchor} onClose={onClose}>
      {sequencesOf(columns).map(({ ordering, label }) => {
        const chosen = ordering === sorting.ordering
        return (
          <MenuItem
            key={ordering}
            kind="radio"
            checked={chosen}
            end={chosen && <Check size={18} />}
            onClick={() => sorting.choose(ordering)}
          >
            {label}
          </MenuItem>
        )
      })}
    </Menu>
  )
}
