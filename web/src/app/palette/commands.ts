import type { Role } from '../../base/api/role.ts'
import { foldText } from '../../base/format/format.ts'
import { Add, ListAltOutlined as ListAlt, SettingsOutlined as Settings } from '../../base/icons/frame.tsx'
import {
  ContrastOutlined as Contrast,
  DarkModeOutlined as DarkMode,
  KeyOutlined as Key,
  KeyboardOutlined as Keyboard,
  LightModeOutlined as LightMode,
  Logout,
  WebhookOutlined as Webhook,
} from '../../base/icons/menus.tsx'
import { chooseScheme } from '../../base/page/scheme.ts'
import { screensOf } from '../screens.ts'
import type { Entry, Icon } from './entries.ts'
import { menuIcons } from './menuIcons.ts'

/** What creates a record, by the screen that does it. */
const creations: readonly { screen: string; label: string; to: string; more?: string }[] = [
  { screen: '/new_order', label: 'New order', to: '/new_order' },
  { screen: '/users', label: 'New user', to: '/users#new', more: 'customer' },
  { screen: '/staff_users', label: 'New staff user', to: '/staff_users#new' },
  { screen: '/client_companies', label: 'Create new company', to: '/client_companies/create' },
  { screen: '/subscriptions', label: 'New plan', to: '/subscriptions#new', more: 'subscription' },
  {
    screen: '/user_subscription',
    label: 'Sell plan',
    to: '/user_subscription#new',
    more: 'subscription new',
  },
]

/** Screens that are in no side menu. */
const inner: Readonly<Record<string, Icon>> = {
  '/configuration': Settings,
  '/api_keys': Key,
  '/audit': ListAlt,
  '/webhooks': Webhook,
  '/sessions': Settings,
  '/update_password': Settings,
}

/** Something to do, found by its title and by other words for it. */
export type Command = Entry & { keywords: string }

const command = (title: string, Icon: Icon, more: Pick<Entry, 'to' | 'run'>, synonyms = ''): Command => ({
  key: title,
  title,
  Icon,
  ...more,
  keywords: `${title} ${synonyms}`,
})

/** What creates a record, for a person of this role. */
export function creationsOf(role: Role): Command[] {
  const mine = new Set(screensOf(role).map(({ path }) => path))
  return creations
    .filter(({ screen }) => mine.has(screen))
    .map(({ label, to, more }) => command(label, Add, { to }, more))
}

/** The screens of this role. */
export function placesOf(role: Role): Command[] {
  const mine = screensOf(role)
  return [
    ...mine.flatMap(({ path, title, menu }) =>
      menu ? [command(title, menuIcons[menu.icon], { to: path }, `${menu.group ?? ''} ${menu.label}`)] : [],
    ),
    ...Object.entries(inner).flatMap(([path, Icon]) => {
      const screen = mine.find((one) => one.path === path)
      return screen ? [command(screen.title, Icon, { to: path }, 'settings')] : []
    }),
  ]
}

type Acts = { showKeys: () => void; signOut: () => void }

/** What is neither a record nor a screen. */
export const settingsFor = ({ showKeys, signOut }: Acts): Command[] => [
  command('Dark appearance', DarkMode, { run: () => chooseScheme('dark') }, 'mode theme'),
  command('Light appearance', LightMode, { run: () => chooseScheme('light') }, 'mode theme'),
  command(
    'Appearance like the system',
    Contrast,
    { run: () => chooseScheme('system') },
    'mode theme dark light',
  ),
  command('Keyboard shortcuts', Keyboard, { run: showKeys }, 'keys help ?'),
  command('Sign out', Logout, { run: signOut }, 'logout log'),
]

/** Whether each of the typed words begins a word of the command. */
export function isCalled({ keywords }: Command, typed: string): boolean {
  const own = wordsOf(keywords)
  return wordsOf(typed).every((word) => own.some((one) => one.startsWith(word)))
}

const wordsOf = (text: string) => foldText(text).split(/\s+/).filter(Boolean)
