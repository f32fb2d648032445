import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Typography from '@mui/material/Typography'
import type { Profile } from '@our-print/contract/session.ts'
import { useEffect, useRef } from 'react'
import { matchPath, NavLink, useLocation } from 'react-router'
import { lastListWith } from '../page/lastList.ts'
import { menuIcons } from '../palette/menuIcons.ts'
import { type MenuIcon, type Screen, screens, screensOf } from '../screens.ts'
import { useRole } from '../session/session.ts'

type Entry = Screen & { menu: NonNullable<Screen['menu']> }

// With a mouse, rows are lower, so that a super admin's menu fits a small laptop.
const pointerMenu = '@media (min-width: 960px) and (pointer: fine)'

const entry = {
  minHeight: 36,
  py: 0.5,
  [pointerMenu]: { minHeight: 28, py: 0.25 },
  px: 1.5,
  borderRadius: 1,
  color: 'text.secondary',
  '&:hover': { color: 'text.primary' },
  '&[aria-current=page], &.Mui-selected': {
    bgcolor: 'action.selected',
    color: 'text.primary',
    fontWeight: 600,
  },
} as const

/** The drawer: the signed-in user, and the screens of their role. */
export function SideMenu({ profile }: { profile: Profile | undefined }) {
  const role = useRole()
  const entries = (role ? screensOf(role) : []).filter((screen): screen is Entry => screen.menu !== undefined)
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
    <Box
      component="nav"
      ref={nav}
      aria-label="Main"
      id="side-menu"
      sx={{ display: 'flex', flexDirection: 'column' }}
    >
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
      <List sx={{ p: 1, display: 'grid', gap: 0.25 }}>
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
              <ListItemButton component={NavLink} to={head.path} selected={head.path === lit} sx={entry}>
                <Glyph name={head.menu.icon} />
                {head.menu.label}
              </ListItemButton>
            </li>
          ),
        )}
      </List>
    </Box>
  )
}

/** The menu entry to which a screen without one belongs: the list it was opened from, else the screen's own parent. */
function findParent(pathname: string, entries: readonly Entry[]): string | undefined {
  const opened = lastListWith(pathname)?.to.split('?')[0] ?? pathname
  if (entries.some(({ path }) => path === opened)) return opened
  return screens.find(({ path }) => matchPath(path, opened))?.parent
}

function Glyph({ name }: { name: MenuIcon }) {
  const Icon = menuIcons[name]
  return (
    <ListItemIcon>
      <Icon sx={{ fontSize: 18 }} />
    </ListItemIcon>
  )
}

type GroupProps = { label: string; entries: Entry[]; lit: string | undefined }

const Group = ({ label, entries, lit }: GroupProps) => (
  <li>
    <Box
      id={`menu-${label}`}
      sx={{
        display: 'flex',
        alignItems: 'center',
        minHeight: 36,
        px: 1.5,
        color: 'text.secondary',
        [pointerMenu]: { minHeight: 28 },
      }}
    >
      {entries[0] && <Glyph name={entries[0].menu.icon} />}
      {label}
    </Box>
    <List disablePadding aria-labelledby={`menu-${label}`} sx={{ display: 'grid', gap: 0.25 }}>
      {entries.map(({ path, menu }) => (
        <li key={path}>
          <ListItemButton component={NavLink} to={path} selected={path === lit} sx={{ ...entry, pl: 5.5 }}>
            {menu.label}
          </ListItemButton>
        </li>
      ))}
    </List>
  </li>
)
