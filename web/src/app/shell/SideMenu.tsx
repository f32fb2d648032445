import type { Profile } from '@our-print/contract/people/session.ts'
import { clsx } from 'clsx'
import { createElement, type ReactNode, useEffect, useRef } from 'react'
import { matchPath, NavLink, useLocation } from 'react-router'
import { lastListWith } from '../../base/page/lastList.ts'
import { Text } from '../../base/ui/Text.tsx'
import { useRole } from '../../people/session/session.ts'
import { menuIcons } from '../palette/menuIcons.ts'
import { type MenuIcon, type Screen, screens, screensOf } from '../screens.ts'
import styles from './SideMenu.module.css'

type MenuScreen = Screen & { menu: NonNullable<Screen['menu']> }

/** The drawer: the signed-in user, and the screens of their role. */
export function SideMenu({ profile }: { profile: Profile | undefined }) {
  const role = useRole()
  const entries = (role ? screensOf(role) : []).filter(
    (screen): screen is MenuScreen => screen.menu !== undefined && (screen.menu.only ?? role) === role,
  )
  const heads = entries.filter((one, at) => !one.menu.group || one.menu.group !== entries[at - 1]?.menu.group)
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const lit = findParent(pathname, entries)
  // On a low screen the menu scrolls: bring the current entry into view.
  useEffect(() => {
    const links = [...(nav.current?.querySelectorAll('a') ?? [])]
    links.find((link) => link.pathname === pathname)?.scrollIntoView?.({ block: 'nearest' })
  }, [pathname])
  return (
    <nav ref={nav} aria-label="Main" id="side-menu" className={styles.menu}>
      <div className={styles.person}>
        <Text as="p" size="caption" tone="muted" flow="line">
          {role === 'admin' ? 'Super Admin' : 'Staff User'}
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

/** The menu entry to which a screen without one belongs: the list it was opened from, else the screen's own parent. */
function findParent(pathname: string, entries: readonly MenuScreen[]): string | undefined {
  const opened = lastListWith(pathname)?.to.split('?')[0] ?? pathname
  if (entries.some(({ path }) => path === opened)) return opened
  return screens.find(({ path }) => matchPath(path, opened))?.parent
}

const Glyph = ({ name }: { name: MenuIcon }) => createElement(menuIcons[name], { size: 18 })

type EntryProps = { screen: MenuScreen; isLit: boolean; children: ReactNode }

const Entry = ({ screen: { path, menu }, isLit, children }: EntryProps) => (
  <NavLink to={path + (menu.query ?? '')} className={clsx(isLit && styles.lit)}>
    {children}
  </NavLink>
)

type GroupProps = { label: string; entries: MenuScreen[]; lit: string | undefined }

const Group = ({ label, entries, lit }: GroupProps) => (
  <li>
    <div id={`menu-${label}`} className={styles.head}>
      {entries[0] && <Glyph name={entries[0].menu.icon} />}
      {label}
    </div>
    <ul aria-labelledby={`menu-${label}`}>
      {entries.map((screen) => (
        <li key={screen.path}>
          <Entry screen={screen} isLit={screen.path === lit}>
            {screen.menu.label}
          </Entry>
        </li>
      ))}
    </ul>
  </li>
)
