import type { Profile } from '@our-print/contract/people/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { setForbiddenHandler } from '../../base/api/call.ts'
import { keepViewer } from '../../base/api/role.ts'
import { useSeesShop } from '../../base/api/useCan.ts'
import { noteViewer, useViewer } from '../../base/api/useViewer.ts'
import { forgetKept } from '../../base/device/kept.ts'
import { drawNothing, type LazyPart, lazyPart, loadParts } from '../../base/feedback/lazyPart.tsx'
import { useAfterFirstView } from '../../base/feedback/useAfterFirstView.ts'
import {
  AccountCircleOutlined as AccountCircle,
  Menu as MenuIcon,
  SettingsOutlined,
} from '../../base/icons/frame.tsx'
import type { IconType } from '../../base/icons/Icon.tsx'
import { onLiveEvent } from '../../base/live/eventBus.ts'
import { useIsLive } from '../../base/live/live.ts'
import { Logo } from '../../base/page/Logo.tsx'
import { usePopup } from '../../base/page/usePopup.ts'
import { useLocation, useWay } from '../../base/router/router.tsx'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import type { OpenMenu } from '../../base/ui/Menu.tsx'
import { useMinWidth } from '../../base/ui/useWidth.ts'
import { profileQuery, useProfile } from '../../people/session/profile.ts'
import { signedInId, useRole } from '../../people/session/session.ts'
import { useOpenedNotices } from '../../shop/push/useOpenedNotices.ts'
import { BulkJobs } from './BulkJobs.tsx'
import { FindButton } from './FindButton.tsx'
import { takeNewVersion, useNewVersion } from './newVersion.ts'
import { placeOf } from './placeOf.ts'
import styles from './Shell.module.css'
import { SideMenu } from './SideMenu.tsx'

const AccountMenu = lazyPart(() => import('./AccountMenu.tsx'))
const SettingsMenu = lazyPart(() => import('./SettingsMenu.tsx'))
const MentionsButton = lazyPart(() => import('../../orders/comments/MentionsButton.tsx'), drawNothing)
const ActsButton = lazyPart(() => import('../../orders/roundActs/ActsButton.tsx'), drawNothing)
const PhoneMenu = lazyPart(() => import('./PhoneMenu.tsx'))
const PlaceQuestion = lazyPart(() => import('../../shop/places/PlaceQuestion.tsx'))
const Recounting = lazyPart(() => import('./Recounting.tsx'))

/** The frame of every signed-in screen: app bar, drawer, main. */
export function Shell({ children }: { children: ReactNode }) {
  useAfterFirstView(loadParts)
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
  useMentionsAsTheyCome()
  useOpenedNotices()
  useFiguresAfterRecount(profile.data?.is_recounting === true)
  const isCourier = !useSeesShop()
  const viewer = useViewer()
  const lit = viewer ? placeOf(pathname, viewer) : undefined
  const newVersion = useNewVersion()
  const unseen = profile.data?.unseen_mentions ?? 0

  useAbilitiesAsTheyAre(profile.data)

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
        {isCourier && <ActsButton />}
        {newVersion && (
          <Button
            size="small"
            title="A new version of Our Print is ready. It is used now, or when you open the app again."
            onClick={() => takeNewVersion(newVersion)}
          >
            Update
          </Button>
        )}
        {unseen > 0 && <MentionsButton unseen={unseen} />}
        <BarButton label="Settings" isLit={lit === 'settings'} Icon={SettingsOutlined} Menu={SettingsMenu} />
        <BarButton label="Account" isLit={lit === 'account'} Icon={AccountCircle} Menu={AccountMenu} />
      </header>
      {wide ? (
        <div className={clsx(styles.place, open && styles.open, 'noprint')}>
          <div className={styles.menu}>{menu}</div>
        </div>
      ) : (
        open && <PhoneMenu onClose={() => setOpen(false)}>{menu}</PhoneMenu>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        <ScrollToTop key={`top of ${pathname}`} />
        {profile.data?.place_question && <PlaceQuestion question={profile.data.place_question} />}
        {profile.data?.is_recounting && <Recounting />}
        {profile.isError && <ProfileFailure message={profile.error.message} onRetry={profile.refetch} />}
        {children}
      </main>
    </div>
  )
}

/** Links open a screen at its top; on Back the browser restores the scroll position. */
function ScrollToTop() {
  const way = useWay()
  const scrollToTop = useEffectEvent(() => {
    if (way === 'push') window.scrollTo(0, 0)
  })
  useLayoutEffect(() => scrollToTop(), [])
  return null
}

/** Reads the number of comments that name the person again when somebody has commented. */
function useMentionsAsTheyCome(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (!event || event.name === 'order.commented')
          void client.invalidateQueries({ queryKey: profileQuery.queryKey ?? [] })
      }),
    [client],
  )
}

/**
 * Follows what the person may do: it is read again when the stream of events begins anew, as it does when that changes, and
 * when the server refuses something. What was read before is forgotten.
 */
function useAbilitiesAsTheyAre(profile: Profile | undefined): void {
  const client = useQueryClient()
  const isLive = useIsLive()
  useEffect(() => {
    const readAgain = () => void client.invalidateQueries({ queryKey: profileQuery.queryKey ?? [] })
    setForbiddenHandler(readAgain)
    return () => setForbiddenHandler(() => {})
  }, [client])
  const wasLive = useRef(false)
  useEffect(() => {
    if (isLive && wasLive.current) void client.invalidateQueries({ queryKey: profileQuery.queryKey ?? [] })
    wasLive.current ||= isLive
  }, [client, isLive])
  useEffect(() => {
    if (!profile || !keepViewer(profile.is_superuser, profile.abilities)) return
    noteViewer()
    void forgetKept()
    client.removeQueries({ type: 'inactive' })
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== profileQuery.queryKey?.[0] })
  }, [client, profile])
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
  const seesShop = useSeesShop()
  useAfterFirstView(() => setStarted(true))
  if (!isStarted || !role) return null
  return <LiveUpdates key={signedInId()} person={signedInId()} isAdmin={seesShop} />
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
  /** The screen that is shown is in its menu. */
  isLit: boolean
  Icon: IconType
  /** Loaded when the button gets the pointer or the focus. */
  Menu: LazyPart<OpenMenu>
}

/** A button of the app bar with a menu. */
function BarButton({ label, isLit, Icon, Menu }: Props) {
  const { anchor, button, close } = usePopup('menu')
  return (
    <>
      <IconButton
        aria-label={label}
        aria-current={isLit || undefined}
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
