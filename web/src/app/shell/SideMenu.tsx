import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Profile } from '@our-print/contract/people/session.ts'
import { createElement, type ReactNode, useEffect, useRef } from 'react'
import { matchPath, NavLink, useLocation } from 'react-router'
import { lastListWith } from '../../base/page/lastList.ts'
import { useRole } from '../../people/session/session.ts'
import { menuIcons } from '../palette/menuIcons.ts'
import { type MenuIcon, type Screen, screens, screensOf } from '../screens.ts'

type MenuScreen = Screen & { menu: NonNullable<Screen['menu']> }

// With a mouse, rows are lower, so that a super admin's menu fits a small laptop.
const pointerMenu = '@media (min-width: 960px) and (pointer: fine)'

// For the whole menu at once: two dozen elements with styles of their own take longer to show.
const styles = {
  display: 'flex',
  flexDirection: 'column',
  '& ul': { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.25 },
  '& a, & .head': {
    display: 'flex',
    alignItems: 'center',
    boxSizing: 'border-box',
    minHeight: 36,
    px: 1.5,
    color: 'text.secondary',
    [pointerMenu]: { minHeight: 28 },
  },
  '& a': {
    py: 0.5,
    [pointerMenu]: { minHeight: 28, py: 0.25 },
    borderRadius: 1,
    textDecoration: 'none',
    '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
    '&:focus-visible': { bgcolor: 'action.focus' },
    '&[aria-current=page], &.lit': { bgcolor: 'action.selected', color: 'text.primary', fontWeight: 600 },
  },
  '& .head + ul a': { pl: 5.5 },
  '& svg': { width: 18, height: 18, mr: 1.75, flex: 'none' },
} as const

export const menuWidth = 260

/** The drawer: the signed-in user, and the screens of their role. */
export function SideMenu({ profile }: { profile: Profile | undefined }) {
  const role = useRole()
  const entries = (role ? screensOf(role) : []).filter(
    (screen): screen is MenuScreen => screen.menu !== undefined,
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
    <Box component="nav" ref={nav} aria-label="Main" id="side-menu" sx={styles}>
      <Box
        sx={{
          mx: 1.5,
          px: 1,
          pt: 2,
          pb: 1.5,
          borderBottom: 1,
          borderColor: 'divider',
          minHeight: 84,
          '& p': { overflow: 'hidden', textOverflow: 'ellipsis' },
        }}
      >
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {role === 'admin' ? 'Super Admin' : 'Staff User'}
        </Typography>
        <Typography variant="subtitle1" component="p" noWrap>
          {profile?.full_name}
        </Typography>
        <Typography
          variant="body2"
          component="p"
          noWrap
          sx={{ color: 'text.secondary' }}
          title={profile?.email}
        >
          {profile?.email}
        </Typography>
      </Box>
      <Box component="ul" sx={{ '&&': { p: 1 } }}>
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
              <Entry to={head.path} isLit={head.path === lit}>
                <Glyph name={head.menu.icon} />
                {head.menu.label}
              </Entry>
            </li>
          ),
        )}
      </Box>
    </Box>
  )
}

/** The menu entry to which a screen without one belongs: the list it was opened from, else the screen's own parent. */
function findParent(pathname: string, entries: readonly MenuScreen[]): string | undefined {
  const opened = lastListWith(pathname)?.to.split('?')[0] ?? pathname
  if (entries.some(({ path }) => path === opened)) return opened
  return screens.find(({ path }) => matchPath(path, opened))?.parent
}

const Glyph = ({ name }: { name: MenuIcon }) => createElement(menuIcons[name])

type EntryProps = { to: string; isLit: boolean; children: ReactNode }

const Entry = ({ to, isLit, children }: EntryProps) => (
  <NavLink to={to} className={isLit ? 'lit' : ''}>
    {children}
  </NavLink>
)

type GroupProps = { label: string; entries: MenuScreen[]; lit: string | undefined }

const Group = ({ label, entries, lit }: GroupProps) => (
  <li>
    <div id={`menu-${label}`} className="head">
      {entries[0] && <Glyph name={entries[0].menu.icon} />}
      {label}
    </div>
    <ul aria-labelledby={`menu-${label}`}>
      {entries.map(({ path, menu }) => (
        <li key={path}>
          <Entry to={path} isLit={path === lit}>
            {menu.label}
          </Entry>
        </li>
      ))}
    </ul>
  </li>
)
