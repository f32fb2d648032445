import Check from '@mui/icons-material/Check'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListSubheader from '@mui/material/ListSubheader'
import MenuItem from '@mui/material/MenuItem'
import { useColorScheme } from '@mui/material/styles'
import { BarMenuList, type BarMenuProps } from './BarMenuList.tsx'

const modes = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** What belongs to this screen rather than to the shop: light or dark. */
export default function SettingsMenu({ anchor, onClose }: BarMenuProps) {
  const { mode = 'system', setMode } = useColorScheme()
  return (
    <BarMenuList anchor={anchor} onClose={onClose}>
      <ListSubheader
        role="presentation"
        sx={{ lineHeight: '28px', fontSize: '0.75rem', bgcolor: 'transparent' }}
      >
        Appearance
      </ListSubheader>
      {modes.map(({ value, label }) => (
        <MenuItem
          key={value}
          role="menuitemradio"
          aria-checked={mode === value}
          onClick={() => setMode(value)}
        >
          <ListItemIcon>{mode === value && <Check fontSize="small" />}</ListItemIcon>
          {label}
        </MenuItem>
      ))}
    </BarMenuList>
  )
}
