import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListSubheader from '@mui/material/ListSubheader'
import MenuItem from '@mui/material/MenuItem'
import { useColorScheme } from '@mui/material/styles'
import { useNavigate } from 'react-router'
import Check from '../icons/Check.tsx'
import Delete from '../icons/DeleteOutlined.tsx'
import History from '../icons/History.tsx'
import Key from '../icons/KeyOutlined.tsx'
import Tune from '../icons/TuneOutlined.tsx'
import Webhook from '../icons/WebhookOutlined.tsx'
import { useRole } from '../session/session.ts'
import { BarMenuList, type BarMenuProps } from './BarMenuList.tsx'

const modes = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** The screens of super admins that are in no side menu. */
const places = [
  { to: '/configuration', label: 'Configuration', Icon: Tune },
  { to: '/api_keys', label: 'API keys', Icon: Key },
  { to: '/webhooks', label: 'Webhooks', Icon: Webhook },
  { to: '/bin', label: 'Bin', Icon: Delete },
  { to: '/audit', label: 'Audit', Icon: History },
]

/** Configuration, what other systems may do, the bin and the audit for super admins; light or dark for everyone. */
export default function SettingsMenu({ anchor, onClose }: BarMenuProps) {
  const { mode = 'system', setMode } = useColorScheme()
  const navigate = useNavigate()
  const admin = useRole() === 'admin'
  return (
    <BarMenuList anchor={anchor} onClose={onClose}>
      {admin &&
        places.map(({ to, label, Icon }) => (
          <MenuItem
            key={to}
            onClick={() => {
              onClose()
              void navigate(to)
            }}
          >
            <ListItemIcon>
              <Icon fontSize="small" />
            </ListItemIcon>
            {label}
          </MenuItem>
        ))}
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
