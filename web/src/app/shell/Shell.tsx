import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
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
import { usePopup } from '../../base/page/usePopup.ts'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import type { OpenMenu } from '../../base/ui/Menu.tsx'
import { useMinWidth } from '../../base/ui/useWidth.ts'
import { useProfile } from '../../people/session/profile.ts'
import { correctRole, signedInId, useRole } from '../../people/session/session.ts'
import { BulkJobs } from './BulkJobs.tsx'
import { FindButton } from './FindButton.tsx'
import styles from './Shell.module.css'
import { SideMenu } from './SideMenu.tsx'

const AccountMenu = lazyPart(() => import('./AccountMenu.tsx'))
const SettingsMenu = lazyPart(() => import('./SettingsMenu.tsx'))
const PhoneMenu = lazyPart(() => import('./PhoneMenu.tsx'))
const PlaceQuestion = lazyPart(() => import('../../shop/places/PlaceQuestion.tsx'))
const Recounting = lazyPart(() => import('./Recounting.tsx'))

/** The frame of every signed-in screen: app bar, drawer, main. */
export function Shell() {
  const wide = useMinWidth('desk')
  // On a narrow desk the open drawer would leave too little room for names in lists.
  const roomy = useMinWidth('roomy')
  const { pathname } = useLocation()
  // On a phone the drawer covers the page: it closes after navigation and when the width changes.
  const place = wide ? 'wide' : pathname
  const [choice, setChoice] = useState<{ place: string; open: boolean }>()
  const open = choice?.place === place ? choice.open : roomy
  const setOpen = (open: boolean) => setChoice({ place, open })
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
    <div className={styles.frame}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <Live />
      <header className={clsx(styles.bar, 'noprint')}>
        <IconButton
          aria-label={open ? 'Close menu' : 'Open menu'}
          aria-expanded={open}
          aria-controls="side-menu"
          onClick={() => setOpen(!open)}
        >
          <MenuIcon />
        </IconButton>
        <Logo />
        <p className={styles.name}>Our Print</p>
        <FindButton />
        <div className={styles.balance} />
        <BulkJobs />
        <BarButton label="Settings" Icon={SettingsOutlined} Menu={SettingsMenu} />
        <BarButton label="Account" Icon={AccountCircle} Menu={AccountMenu} />
      </header>
      {wide ? (
        <div className={clsx(styles.place, open && styles.open, 'noprint')}>
          <div className={styles.menu}>{menu}</div>
        </div>
      ) : (
        open && <PhoneMenu onClose={() => setOpen(false)}>{menu}</PhoneMenu>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        <ScrollToTop key={pathname} />
        {profile.data?.place_question && <PlaceQuestion question={profile.data.place_question} />}
        {profile.data?.is_recounting && <Recounting />}
        {profile.isError && <ProfileFailure message={profile.error.message} onRetry={profile.refetch} />}
        <Outlet />
      </main>
    </div>
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
  <div role="alert" className={styles.failure}>
    <span>{message}</span>
    <Button size="small" onClick={() => void onRetry()}>
      Retry
    </Button>
  </div>
)

type Props = {
  label: string
  Icon: IconType
  /** Loaded when the button gets the pointer or the focus. */
  Menu: LazyPart<OpenMenu>
}

/** A button of the app bar with a menu. */
function BarButton({ label, Icon, Menu }: Props) {
  const { anchor, button, close } = usePopup('menu')
  return (
    <>
      <IconButton aria-label={label} onMouseEnter={Menu.preload} onFocus={Menu.preload} {...button}>
        <Icon />
      </IconButton>
      {anchor && <Menu anchor={anchor} onClose={close} />}
    </>
  )
}
