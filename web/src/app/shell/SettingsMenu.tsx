import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListSubheader from '@mui/material/ListSubheader'
import MenuItem from '@mui/material/MenuItem'
import { useColorScheme } from '@mui/material/styles'
import { useNavigate } from 'react-router'
import { version } from '../../../package.json'
import type { Role } from '../../base/api/role.ts'
import { toast } from '../../base/feedback/toast.tsx'
import {
  AccountCircleOutlined as AccountCircle,
  DashboardOutlined as Dashboard,
  ListAltOutlined as ListAlt,
  PrintOutlined as Print,
  TuneOutlined as Tune,
} from '../../base/icons/frame.tsx'
import { CropFree, TableRowsOutlined as Queue, ShowChart } from '../../base/icons/home.tsx'
import {
  DeleteOutlined as Delete,
  Inventory2Outlined as Inventory,
  KeyOutlined as Key,
  WebhookOutlined as Webhook,
} from '../../base/icons/menus.tsx'
import { Check } from '../../base/icons/screens.tsx'
import { type Choice, choose, useChoice } from '../../base/live/choices.ts'
import { beep } from '../../base/live/newOrders.ts'
import { useRole } from '../../people/session/session.ts'
import { BarMenuList, type BarMenuProps } from './BarMenuList.tsx'

const modes = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const scan = { to: '/scan', label: 'Scan job tickets', Icon: CropFree }
const sessions = { to: '/sessions', label: 'Your sessions', Icon: AccountCircle }

type Place = typeof scan

/** The screens that are in no side menu, by headings. */
const placesOf: Record<Role, readonly (readonly [heading: string, places: readonly Place[]])[]> = {
  admin: [
    [
      'Printing',
      [
        { to: '/floor', label: 'Print floor', Icon: Dashboard },
        scan,
        { to: '/print_queue?open=true', label: 'Print queue', Icon: Queue },
        { to: '/printers', label: 'Printers', Icon: Print },
        { to: '/stock', label: 'Stock', Icon: Inventory },
        { to: '/production', label: 'Production', Icon: ShowChart },
      ],
    ],
    [
      'Shop',
      [
        { to: '/configuration', label: 'Configuration', Icon: Tune },
        { to: '/api_keys', label: 'API keys', Icon: Key },
        { to: '/webhooks', label: 'Webhooks', Icon: Webhook },
        { to: '/bin', label: 'Bin', Icon: Delete },
        { to: '/audit', label: 'Audit', Icon: ListAlt },
        sessions,
      ],
    ],
  ],
  staff: [['You', [scan, sessions]]],
}

const heading = { lineHeight: '28px', fontSize: '0.75rem', bgcolor: 'transparent' } as const

/**
 * The screens of printing and of the shop for super admins; scanning, their sessions, how new orders are told, and light or dark,
 * for everyone. The account menu has the specification's entries only.
 */
export default function SettingsMenu({ anchor, onClose }: BarMenuProps) {
  const { mode = 'system', setMode } = useColorScheme()
  const navigate = useNavigate()
  const role = useRole()
  return (
    <BarMenuList anchor={anchor} onClose={onClose}>
      {placesOf[role ?? 'staff'].flatMap(([title, places]) => [
        <ListSubheader key={title} role="presentation" sx={heading}>
          {title}
        </ListSubheader>,
        ...places.map(({ to, label, Icon }) => (
          <MenuItem
            key={to}
            onClick={() => {
              onClose()
              void navigate(to)
            }}
          >
            <ListItemIcon>
              <Icon />
            </ListItemIcon>
            {label}
          </MenuItem>
        )),
      ])}
      <Divider />
      <ListSubheader role="presentation" sx={heading}>
        New orders
      </ListSubheader>
      <ChoiceItem choice="sound" label="Play a sound" onOn={playOnce} />
      <ChoiceItem choice="notice" label="Notice on the desktop" onOn={askPermission} />
      <Divider />
      <ListSubheader role="presentation" sx={heading}>
        Appearance
      </ListSubheader>
      {modes.map(({ value, label }) => (
        <MenuItem
          key={value}
          role="menuitemradio"
          aria-checked={mode === value}
          onClick={() => setMode(value)}
        >
          <ListItemIcon>{mode === value && <Check />}</ListItemIcon>
          {label}
        </MenuItem>
      ))}
      <Divider />
      <ListSubheader role="presentation" sx={heading}>
        Our Print {version}
      </ListSubheader>
    </BarMenuList>
  )
}

/** So that the person hears what they chose. */
function playOnce(): boolean {
  beep()
  return true
}

type ChoiceProps = { choice: Choice; label: string; onOn: () => boolean | Promise<boolean> }

function ChoiceItem({ choice, label, onOn }: ChoiceProps) {
  const isOn = useChoice(choice)
  async function change() {
    if (isOn) choose(choice, false)
    else if (await onOn()) choose(choice, true)
  }
  return (
    <MenuItem role="menuitemcheckbox" aria-checked={isOn} onClick={() => void change()}>
      <ListItemIcon>{isOn && <Check />}</ListItemIcon>
      {label}
    </MenuItem>
  )
}

/** Asked only here, on a click; false if the browser does not allow notices. */
async function askPermission(): Promise<boolean> {
  const isAllowed = 'Notification' in window && (await Notification.requestPermission()) === 'granted'
  if (!isAllowed)
    toast.failure('This browser does not allow notices from this site. Allow them in its settings.')
  return isAllowed
}
