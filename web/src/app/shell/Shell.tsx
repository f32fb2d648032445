import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type Theme, useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router'
import { drawNothing, type LazyPart, lazyPart } from '../../base/feedback/lazyPart.tsx'
import { useAfterFirstView } from '../../base/feedback/useAfterFirstView.ts'
import {
  AccountCircleOutlined as AccountCircle,
  Menu as MenuIcon,
  SettingsOutlined,
} from '../../base/icons/frame.tsx'
import type { IconType } from '../../base/icons/Icon.tsx'
import { Logo } from '../../base/page/Logo.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { usePopup } from '../../base/page/usePopup.ts'
import { useProfile } from '../../people/session/profile.ts'
import { correctRole, signedInId, useRole } from '../../people/session/session.ts'
import type { BarMenuProps } from './BarMenuList.tsx'
import { BulkJobs } from './BulkJobs.tsx'
import { FindButton } from './FindButton.tsx'
import { menuWidth, SideMenu } from './SideMenu.tsx'

const AccountMenu = lazyPart(() => import('./AccountMenu.tsx'))
const SettingsMenu = lazyPart(() => import('./SettingsMenu.tsx'))
const PhoneMenu = lazyPart(() => import('./PhoneMenu.tsx'))
const PlaceQuestion = lazyPart(() => import('../../shop/places/PlaceQuestion.tsx'))
const Recounting = lazyPart(() => import('./Recounting.tsx'))

const barHeight = 56

const bar = {
  position: 'fixed',
  inset: '0 0 auto',
  zIndex: ({ zIndex }: Theme) => zIndex.drawer + 1,
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  height: barHeight + 1,
  px: { xs: 1, sm: 1.5 },
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const

/** Beside the page; a closed menu takes no space and cannot be reached. */
const wideMenu = {
  position: 'fixed',
  inset: '0 auto 0 0',
  zIndex: 'drawer',
  boxSizing: 'border-box',
  width: menuWidth,
  pt: `${barHeight}px`,
  overflowY: 'auto',
  borderRight: 1,
  borderColor: 'divider',
  bgcolor: 'background.default',
  transition: 'transform 0.2s, visibility 0.2s',
} as const

/** The frame of every signed-in screen: app bar, drawer, main. */
export function Shell() {
  const { breakpoints } = useTheme()
  const wide = useMediaQuery(breakpoints.up('md'), { noSsr: true })
  // On a narrow desk the open drawer would leave too little room for names in lists.
  const roomy = useMediaQuery(breakpoints.up('lg'), { noSsr: true })
  const { pathname } = useLocation()
  // On a phone the drawer covers the page: it closes after navigation and when the width changes.
  const place = wide ? 'wide' : pathname
  const [choice, setChoice] = useState<{ place: string; open: boolean }>()
  const open = choice?.place === place ? choice.open : roomy
  const setOpen = (open: boolean) => setChoice({ place, open })
  // It stays after it was opened once, so that it can slide away.
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  // After the page, so that it is there when somebody asks for it.
  useEffect(() => {
    if (!wide) PhoneMenu.preload()
  }, [wide])
  const profile = useProfile()
  const menu = <SideMenu profile={profile.data} />
  useFiguresAfterRecount(profile.data?.is_recounting === true)
  const is_superuser = profile.data?.is_superuser

  useEffect(() => {
    if (is_superuser !== undefined) correctRole(is_superuser)
  }, [is_superuser])

  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
      <SkipLink />
      <Live />
      <Box component="header" className="noprint" sx={bar}>
        <IconButton
          color="inherit"
          aria-label={open ? 'Close menu' : 'Open menu'}
          aria-expanded={open}
          aria-controls="side-menu"
          onClick={() => setOpen(!open)}
        >
          <MenuIcon />
        </IconButton>
        <Logo />
        <Typography variant="subtitle1" component="p" sx={{ flex: 1 }}>
          Our Print
        </Typography>
        <FindButton />
        {/* Keeps the box in the middle. */}
        <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
        <BulkJobs />
        <BarButton label="Settings" Icon={SettingsOutlined} Menu={SettingsMenu} />
        <BarButton label="Account" Icon={AccountCircle} Menu={AccountMenu} />
      </Box>
      {wide ? (
        <Box className="noprint" sx={{ width: open ? menuWidth : 0, flex: 'none' }}>
          <Box sx={{ ...wideMenu, ...(!open && { transform: 'translateX(-100%)', visibility: 'hidden' }) }}>
            {menu}
          </Box>
        </Box>
      ) : (
        wanted && (
          <PhoneMenu open={open} onClose={() => setOpen(false)} barHeight={barHeight}>
            {menu}
          </PhoneMenu>
        )
      )}
      <Box
        component="main"
        id="main"
        tabIndex={-1}
        sx={{ flex: 1, minWidth: 0, pt: `${barHeight}px`, outline: 'none !important' }}
      >
        <ScrollToTop key={pathname} />
        {profile.data?.place_question && <PlaceQuestion question={profile.data.place_question} />}
        {profile.data?.is_recounting && <Recounting />}
        {profile.isError && <ProfileFailure message={profile.error.message} onRetry={profile.refetch} />}
        <Outlet />
      </Box>
    </Box>
  )
}

/** Links open a screen at its top; on Back the browser restores the scroll position. */
function ScrollToTop() {
  const way = useNavigationType()
  const scrollToTop = useEffectEvent(() => {
    if (way === NavigationType.Push) window.scrollTo(0, 0)
  })
  useLayoutEffect(() => scrollToTop(), [])
  return null
}

const SkipLink = () => (
  <Box
    component="a"
    href="#main"
    sx={{
      position: 'fixed',
      top: 8,
      left: 8,
      zIndex: 'tooltip',
      px: 2,
      py: 1,
      borderRadius: 1,
      bgcolor: 'primary.main',
      color: 'primary.contrastText',
      '&:not(:focus)': { transform: 'translateY(-200%)' },
    }}
  >
    Skip to content
  </Box>
)

/** Reads what is shown again when its figures have been counted again: no event says so. */
function useFiguresAfterRecount(isRecounting: boolean): void {
  const client = useQueryClient()
  const was = useRef(isRecounting)
  useEffect(() => {
    if (was.current && !isRecounting) void client.invalidateQueries()
    was.current = isRecounting
  }, [client, isRecounting])
}

const LiveUpdates = lazyPart(() => import('../../base/live/LiveUpdates.tsx'), drawNothing)

/** Opens the stream of events when the first screen is there. */
function Live() {
  const [isStarted, setStarted] = useState(false)
  const role = useRole()
  useAfterFirstView(() => setStarted(true))
  if (!isStarted || !role) return null
  return <LiveUpdates key={signedInId()} person={signedInId()} isAdmin={role === 'admin'} />
}

/** By the specification: an error of the profile is shown in red in the shell. */
const ProfileFailure = ({ message, onRetry }: { message: string; onRetry: () => Promise<unknown> }) => (
  <Box
    role="alert"
    sx={{ display: 'flex', alignItems: 'center', gap: 2, px: { xs: 2, md: 3 }, pt: 2, color: 'error.main' }}
  >
    <span>{message}</span>
    <SecondaryButton size="small" onClick={() => void onRetry()}>
      Retry
    </SecondaryButton>
  </Box>
)

type Props = {
  label: string
  Icon: IconType
  /** Loaded when the button gets the pointer or the focus. */
  Menu: LazyPart<BarMenuProps>
}

/** A button of the app bar with a menu. */
function BarButton({ label, Icon, Menu }: Props) {
  const { anchor, button, close } = usePopup('menu')
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={label}
        onMouseEnter={Menu.preload}
        onFocus={Menu.preload}
        {...button}
      >
        <Icon />
      </IconButton>
      {anchor && <Menu anchor={anchor} onClose={close} />}
    </>
  )
}
