import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { RowAction } from './RowMenu.tsx'

type Props = { anchor: HTMLElement; actions: readonly RowAction[]; onClose: () => void }

export default function RowMenuList({ anchor, actions, onClose }: Props) {
  return (
    <Menu
      open
      // Part of the list's landmark; and a click beside it is none on the row.
      disablePortal
      onClick={(event) => event.stopPropagation()}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {actions.map(({ label, onClick, danger }) => (
        <MenuItem
          key={label}
          onClick={() => {
            onClose()
            onClick()
          }}
          sx={danger ? { color: 'error.main' } : {}}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
