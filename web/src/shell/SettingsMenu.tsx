import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListSubheader from '@mui/material/ListSubheader'
import MenuItem from '@mui/material/MenuItem'
import { useColorScheme } from '@mui/material/styles'
import { useNavigate } from 'react-router'
import Check from '../icons/Check.tsx'
import Delete from '../icons/DeleteOutlined.tsx'
import ListAlt from '../icons/ListAltOutlined.tsx'
import Tune from '../icons/TuneOutlined.tsx'
import { useRole } from '../session/session.ts'
import { BarMenuList, type BarMenuProps } from './BarMenuList.tsx'

const modes = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Configuration, the bin and the audit for super admins; light or dark for everyone. */
export default function SettingsMenu({ anchor, onClose }: BarMenuProps) {
  const { mode = 'system', setMode } = useColorScheme()
  const navigate = useNavigate()
  const admin = useRole() === 'admin'
  return (
    <BarMenuList anchor={anchor} onClose={onClose}>
      {admin && (
        <MenuItem
          onClick={() => {
            onClose()
            void navigate('/configuration')
          }}
        >
          <ListItemIcon>
            <Tune fontSize="small" />
          </ListItemIcon>
          Configuration
        </MenuItem>
      )}
      {admin && (
        <MenuItem
          onClick={() => {
            onClose()
            void navigate('/bin')
          }}
        >
          <ListItemIcon>
            <Delete fontSize="small" />
          </ListItemIcon>
          Bin
        </MenuItem>
      )}
      {admin && (
        <MenuItem
          onClick={() => {
            onClose()
            void navigate('/audit')
          }}
        >
          <ListItemIcon>
            <ListAlt fontSize="small" />
          </ListItemIcon>
          Audit
        </MenuItem>
      )}
      {admin && <Divider />}
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
