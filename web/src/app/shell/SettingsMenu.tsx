import { languageNames, officeLanguages } from '@our-print/contract/customer/languages.ts'
import { version } from '../../../package.json'
import type { Viewer } from '../../base/api/role.ts'
import { useViewer } from '../../base/api/useViewer.ts'
import { toast } from '../../base/feedback/toast.ts'
import { language } from '../../base/format/locale.ts'
import {
  AccountCircleOutlined as AccountCircle,
  CropFree,
  ListAltOutlined as ListAlt,
} from '../../base/icons/frame.tsx'
import {
  Check,
  DeleteOutlined as Delete,
  KeyOutlined as Key,
  MailOutlined as Mail,
  PhoneOutlined as Phone,
  TuneOutlined as Tune,
  WebhookOutlined as Webhook,
} from '../../base/icons/screens.tsx'
import { type Choice, choose, useChoice } from '../../base/live/choices.ts'
import { beep } from '../../base/live/newOrders.ts'
import { chooseLanguage } from '../../base/page/chooseLanguage.ts'
import { chooseScheme, useScheme } from '../../base/page/scheme.ts'
import { useLocation } from '../../base/router/router.tsx'
import { Menu, MenuDivider, MenuItem, MenuSection, type OpenMenu } from '../../base/ui/Menu.tsx'
import { screensOf } from '../screensOf.ts'
import { placeAmong } from './placeOf.ts'

const schemes = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const scan = { to: '/scan', label: 'Scan job tickets', Icon: CropFree }
const notifications = { to: '/notifications', label: 'Notifications', Icon: Phone }
const sessions = { to: '/sessions', label: 'Your sessions', Icon: AccountCircle }

type Place = typeof scan

/** The screens that are in no side menu, by headings. */
const shopPlaces: readonly Place[] = [
  { to: '/configuration', label: 'Configuration', Icon: Tune },
  { to: '/ability_sets', label: 'Ability sets', Icon: AccountCircle },
  { to: '/api_keys', label: 'API keys', Icon: Key },
  { to: '/webhooks', label: 'Webhooks', Icon: Webhook },
  { to: '/messages', label: 'Messages', Icon: Mail },
  { to: '/message_channels', label: 'Channels of messages', Icon: Mail },
  { to: '/bin', label: 'Bin', Icon: Delete },
  { to: '/audit', label: 'Audit', Icon: ListAlt },
]

function placesOf(viewer: Viewer): readonly (readonly [heading: string, places: readonly Place[]])[] {
  const mine = new Set(screensOf(viewer).map(({ path }) => path))
  const ofShop = shopPlaces.filter(({ to }) => mine.has(to))
  if (viewer === 'admin') return [['Shop', [...ofShop, notifications, sessions]]]
  const own = ['You', [scan, notifications, sessions]] as const
  return ofShop.length > 0 ? [['Shop', ofShop], own] : [own]
}

/**
 * What is set up once, for who may; scanning for staff users; their sessions, how new orders are told, the language, and light or
 * dark, for everyone. The account menu has the specification's entries only.
 */
export default function SettingsMenu(props: OpenMenu) {
  const scheme = useScheme()
  const places = placesOf(useViewer() ?? 'staff')
  const { pathname } = useLocation()
  const current = placeAmong(
    pathname,
    places.flatMap(([, ofHeading]) => ofHeading.map(({ to }) => to)),
  )
  return (
    <Menu {...props}>
      {places.map(([title, ofHeading]) => (
        <MenuSection key={title} title={title}>
          {ofHeading.map(({ to, label, Icon }) => (
            <MenuItem key={to} to={to} current={to === current} start={<Icon />}>
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
      <MenuSection title="Language">
        {officeLanguages.map((one) => (
          <MenuItem
            key={one}
            kind="radio"
            checked={one === language}
            start={one === language ? <Check /> : null}
            onClick={() => void chooseLanguage(one)}
          >
            <span lang={one}>{languageNames[one]}</span>
          </MenuItem>
        ))}
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
