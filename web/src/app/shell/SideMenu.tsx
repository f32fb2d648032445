import type { Profile } from '@our-print/contract/people/session.ts'
import { createElement, type ReactNode, useEffect, useRef } from 'react'
import { useViewer } from '../../base/api/useViewer.ts'
import { preferencesPrefix } from '../../base/page/devicePreferences.ts'
import { matchPath } from '../../base/router/matchPath.ts'
import { Link, useLocation } from '../../base/router/router.tsx'
import { Text, VisuallyHidden } from '../../base/ui/Text.tsx'
import { menuIcons } from '../palette/menuIcons.ts'
import type { MenuIcon, Screen } from '../screens.ts'
import { menuOf } from '../screensOf.ts'
import { placeOf } from './placeOf.ts'
import styles from './SideMenu.module.css'

type MenuScreen = Screen & { menu: NonNullable<Screen['menu']> }

/** The drawer: the signed-in user, and their screens. */
export function SideMenu({ profile }: { profile: Profile | undefined }) {
  const viewer = useViewer()
  const entries = viewer ? menuOf(viewer) : []
  const heads = entries.filter((one, at) => !one.menu.group || one.menu.group !== entries[at - 1]?.menu.group)
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const lit = viewer ? placeOf(pathname, viewer) : undefined
  // On a low screen the menu scrolls: bring the lit entry into view.
  useEffect(() => {
    const links = [...(nav.current?.querySelectorAll('a') ?? [])]
    links.find((link) => link.pathname === lit)?.scrollIntoView?.({ block: 'nearest' })
  }, [lit])
  return (
    <nav ref={nav} aria-label="Main" id="side-menu" className={styles.menu}>
      <div className={styles.person}>
        <Text as="p" size="caption" tone="muted" flow="line">
          {viewer === 'admin' ? 'Super Admin' : 'Staff User'}
        </Text>
        <Text as="p" size="subheading" flow="line">
          {profile?.full_name}
        </Text>
        <Text as="p" size="small" tone="muted" flow="line" title={profile?.email}>
          {profile?.email}
        </Text>
      </div>
      <ul>
        {heads.map((head) =>
          head.menu.group ? (
            <Group
              key={head.menu.group}
              label={head.menu.group}
              entries={entries.filter(({ menu }) => menu.group === head.menu.group)}
              lit={lit}
              waiting={{
                '/approvals': profile?.approvals_waiting,
                '/order_requests': profile?.requests_open,
              }}
            />
          ) : (
            <li key={head.path}>
              <Entry screen={head} isLit={head.path === lit}>
                <Glyph name={head.menu.icon} />
                {head.menu.label}
              </Entry>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}

const Glyph = ({ name }: { name: MenuIcon }) => createElement(menuIcons[name], { size: 18 })

type EntryProps = { screen: MenuScreen; isLit: boolean; children: ReactNode }

function Entry({ screen: { path, menu }, isLit, children }: EntryProps) {
  const { pathname } = useLocation()
  const current = isLit ? (matchPath(path, pathname) ? 'page' : 'true') : undefined
  return (
    <Link to={path + (menu.query ?? '')} aria-current={current}>
      {children}
    </Link>
  )
}

type GroupProps = {
  label: string
  entries: MenuScreen[]
  lit: string | undefined
  /** How much waits for the person behind an entry, by its path. */
  waiting: Partial<Record<string, number | undefined>>
}

/** Entries with a name, which a person can fold away on this device. */
function Group({ label, entries, lit, waiting }: GroupProps) {
  const folded = preferencesPrefix + label
  return (
    <li>
      <details
        open={!localStorage.getItem(folded)}
        onToggle={({ currentTarget: { open } }) => localStorage.setItem(folded, open ? '' : 'no')}
      >
        <summary>
          {entries[0] && <Glyph name={entries[0].menu.icon} />}
          {label}
        </summary>
        <ul aria-label={label}>
          {entries.map((screen) => (
            <li key={screen.path}>
              <Entry screen={screen} isLit={screen.path === lit}>
                {screen.menu.label}
                {waiting[screen.path] && (
                  <span className={styles.count}>
                    {waiting[screen.path]}
                    <VisuallyHidden> waiting</VisuallyHidden>
                  </span>
                )}
              </Entry>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
