import { version } from '../../../package.json'
import type { Role } from '../../base/api/role.ts'
import { toast } from '../../base/feedback/toast.tsx'
import {
  AccountCircleOutlined as AccountCircle,
  ListAltOutlined as ListAlt,
  TuneOutlined as Tune,
} from '../../base/icons/frame.tsx'
import { CropFree } from '../../base/icons/home.tsx'
import {
  DeleteOutlined as Delete,
  KeyOutlined as Key,
  WebhookOutlined as Webhook,
} from '../../base/icons/menus.tsx'
import { Check } from '../../base/icons/screens.tsx'
import { type Choice, choose, useChoice } from '../../base/live/choices.ts'
import { beep } from '../../base/live/newOrders.ts'
import { chooseScheme, useScheme } from '../../base/page/scheme.ts'
import { Menu, MenuDivider, MenuItem, MenuSection, type OpenMenu } from '../../base/ui/Menu.tsx'
import { useRole } from '../../people/session/session.ts'

const schemes = [
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

/**
 * What is set up once, for super admins; scanning for staff users; their sessions, how new orders are told, and light or dark, for
 * everyone. The account menu has the specification's entries only.
 */
export default function SettingsMenu(props: OpenMenu) {
  const scheme = useScheme()
  const role = useRole()
  return (
    <Menu {...props}>
      {placesOf[role ?? 'staff'].map(([title, places]) => (
        <MenuSection key={title} title={title}>
          {places.map(({ to, label, Icon }) => (
            <MenuItem key={to} to={to} start={<Icon />}>
              {label}
            </MenuItem>
          ))}
        </MenuSection>
      ))}
      <MenuDivider />
      <MenuSection title="New orders">
        <ChoiceItem choice="sound" label="Play a sound" onOn={playOnce} />
        <ChoiceItem choice="notice" label="Notice on the desktop" onOn={askPermission} />
      </MenuSection>
      <MenuDivider />
      <MenuSection title="Appearance">
        {schemes.map(({ value, label }) => (
          <MenuItem
            key={value}
            kind="radio"
            checked={scheme === value}
            stays
            start={scheme === value ? <Check /> : null}
            onClick={() => chooseScheme(value)}
          >
            {label}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuDivider />
      <MenuSection title={`Our Print ${version}`} />
    </Menu>
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
    <MenuItem
      kind="checkbox"
      checked={isOn}
      stays
      start={isOn ? <Check /> : null}
      onClick={() => void change()}
    >
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
