import Check from '@mui/icons-material/Check'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useColorScheme } from '@mui/material/styles'
import { useState } from 'react'

const modes = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** What belongs to this screen rather than to the shop: light or dark. */
export function SettingsMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { mode = 'system', setMode } = useColorScheme()
  return (
    <>
      <IconButton
        color="inherit"
        aria-label="Settings"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <SettingsOutlined fontSize="small" />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
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
      </Menu>
    </>
  )
}
