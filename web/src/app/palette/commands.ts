import { languageNames, officeLanguages } from '@our-print/contract/customer/languages.ts'
import type { Viewer } from '../../base/api/role.ts'
import { amountSign, searchText } from '../../base/format/format.ts'
import { language } from '../../base/format/locale.ts'
import {
  AssignmentIndOutlined as AssignmentInd,
  ListAltOutlined as ListAlt,
  SettingsOutlined as Settings,
} from '../../base/icons/frame.tsx'
import {
  Add,
  ContrastOutlined as Contrast,
  DarkModeOutlined as DarkMode,
  KeyOutlined as Key,
  KeyboardOutlined as Keyboard,
  LightModeOutlined as LightMode,
  Logout,
  MailOutlined as Mail,
  WebhookOutlined as Webhook,
} from '../../base/icons/screens.tsx'
import type { Offer } from '../../base/page/acts.ts'
import { chooseLanguage } from '../../base/page/chooseLanguage.ts'
import { chooseScheme } from '../../base/page/scheme.ts'
import { screensOf } from '../screensOf.ts'
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
  '/bin': ListAlt,
  '/ticket_scans': ListAlt,
  '/shelf_labels': ListAlt,
  '/courier_tasks': ListAlt,
  '/round': ListAlt,
  '/ability_sets': Settings,
  '/api_keys': Key,
  '/audit': ListAlt,
  '/webhooks': Webhook,
  '/messages': Mail,
  '/message_templates': Mail,
  '/message_channels': Mail,
  '/notifications': Settings,
  '/sessions': Settings,
  '/update_password': Settings,
}

/** What else they are called; all others are settings. */
const innerWords: Readonly<Record<string, string>> = {
  '/configuration': `settings prices price of a page and binding no fee delivery paper rewards coins per ${amountSign()}100 claims referral usual extras extra lamination contact shop’s address email phone example proof scan staff companies customers may owe credit limit deliver unpaid orders further ways to pay payments payment name on code upi iban bic printing print when they are taken in by itself printer job ticket front each`,
  '/messages': 'email sms whatsapp sent log customers told',
  '/message_templates': 'messages email sms whatsapp text settings',
  '/message_channels': 'email smtp sms whatsapp provider settings',
  '/bin': 'trash deleted restore',
  '/ticket_scans': 'scanned tickets handed over',
  '/shelf_labels': 'shelves places print',
  '/courier_tasks': 'delivery staff office',
  '/round': 'delivery route stops',
  '/notifications': 'settings push notices quiet hours phone',
}

/** What the page offers for its open record or selection: 'Assign: 3 selected orders'. */
export const actsOf = (offers: readonly Offer[]): Command[] =>
  offers.flatMap(({ about, acts }) =>
    acts.map(({ label, run }) => ({
      ...command(label, AssignmentInd, { run }),
      key: `${label} ${about}`,
      detail: about,
    })),
  )

/** 'Assign to Ravi Kumar', for 'assign to rav'. */
export const assignmentsOf = (offers: readonly Offer[], staff: readonly Person[], typed: string): Command[] =>
  offers.flatMap(({ about, assign }) =>
    assign
      ? staff
          .map(({ id, full_name }) => ({
            ...command(`Assign to ${full_name}`, AssignmentInd, { run: () => assign(id, full_name) }),
            key: `assign ${id} ${about}`,
            detail: about,
          }))
          .filter((one) => isCalled(one, typed))
      : [],
  )

type Person = { id: string; full_name: string }

/** Something to do, found by its title and by other words for it. */
export type Command = Entry & { keywords: string }

const command = (title: string, Icon: Icon, more: Pick<Entry, 'to' | 'run'>, synonyms = ''): Command => ({
  key: title,
  title,
  Icon,
  ...more,
  keywords: `${title} ${synonyms}`,
})

/** What creates a record, for this person. */
export function creationsOf(viewer: Viewer): Command[] {
  const mine = new Set(screensOf(viewer).map(({ path }) => path))
  return creations
    .filter(({ screen }) => mine.has(screen))
    .map(({ label, to, more }) => command(label, Add, { to }, more))
}

/** The screens of this person. */
export function placesOf(viewer: Viewer): Command[] {
  const mine = screensOf(viewer)
  return [
    ...mine.flatMap(({ path, title, menu }) =>
      menu ? [command(title, menuIcons[menu.icon], { to: path }, `${menu.group ?? ''} ${menu.label}`)] : [],
    ),
    ...Object.entries(inner).flatMap(([path, Icon]) => {
      const screen = mine.find((one) => one.path === path)
      return screen ? [command(screen.title, Icon, { to: path }, innerWords[path] ?? 'settings')] : []
    }),
  ]
}

type Acts = { showKeys: () => void; signOut: () => void }

/** Found by whoever reads one of them only. */
const languageWords = 'language English हिन्दी भाषा hindi'

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
  ...officeLanguages
    .filter((one) => one !== language)
    .map((one) =>
      command(languageNames[one], Settings, { run: () => void chooseLanguage(one) }, languageWords),
    ),
  command('Keyboard shortcuts', Keyboard, { run: showKeys }, 'keys help ?'),
  command('Sign out', Logout, { run: signOut }, 'logout log'),
]

/** Whether each of the typed words begins a word of the command. */
export function isCalled({ keywords }: Command, typed: string): boolean {
  const own = wordsOf(keywords)
  return wordsOf(typed).every((word) => own.some((one) => one.startsWith(word)))
}

const wordsOf = (text: string) => searchText(text).split(/\s+/).filter(Boolean)
