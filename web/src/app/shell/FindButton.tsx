import { useEffect, useRef, useState } from 'react'
import { useViewer } from '../../base/api/useViewer.ts'
import { HeldKeys } from '../../base/feedback/HeldKeys.tsx'
import { undoLastAct } from '../../base/feedback/lastAct.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { Search } from '../../base/icons/frame.tsx'
import { isTyping, keyName } from '../../base/page/keys.ts'
import { useLocation, useNavigate } from '../../base/router/router.tsx'
import { useKeyDown } from '../../base/useKeyDown.ts'
import styles from './FindButton.module.css'

const CommandPalette = lazyPart(() => import('../palette/CommandPalette.tsx'))
const KeySheet = lazyPart(() => import('../palette/KeySheet.tsx'))
const loadGoals = () => import('../palette/goKeys.ts')
const loadRecent = () => import('../palette/recentStore.ts')

/** How soon after g its letter is pressed, in milliseconds. */
const goMs = 1_500
/** Times of events begin with the page: 0 would be a g just before its first keys. */
const never = Number.NEGATIVE_INFINITY

const isRecord = (pathname: string) => /^\/(order|user)\//.test(pathname)

/** Opens the command palette, which is loaded then: a box in the app bar, a button on phones, Ctrl+K anywhere. */
export function FindButton() {
  const viewer = useViewer()
  const [shown, setShown] = useState<'palette' | 'keys'>()
  const [early, setEarly] = useState('')
  const close = () => {
    setShown(undefined)
    setEarly('')
  }

  const navigate = useNavigate()
  const go = (letter: string) => {
    void loadGoals().then(
      (goals) => {
        const to = viewer && goals.goalOf(viewer, letter)
        if (to) navigate(to)
      },
      () => undefined,
    )
  }
  const first = useRef(never)
  useKeyDown((event) => {
    const { key, altKey, shiftKey } = event
    const mod = event.ctrlKey || event.metaKey
    const isCommand = !altKey && !isTyping(event)
    // Only the next key, and soon.
    const follows = event.timeStamp - first.current < goMs
    first.current = never
    if (isCommand && !mod && key.length === 1 && follows) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return go(key)
    }
    if (isCommand && !mod && key === 'g') first.current = event.timeStamp
    if (isCommand && mod && !shiftKey && /^z$/i.test(key) && undoLastAct()) event.preventDefault()
    const opens = mod && !altKey && !shiftKey && /^k$/i.test(key) ? 'palette' : undefined
    const explains = key === '?' && !mod && !altKey && !isTyping(event) ? 'keys' : undefined
    if (!opens && !explains) return
    event.preventDefault()
    setShown(opens ?? explains)
  }, 'early')

  const { pathname } = useLocation()
  useEffect(() => {
    if (!isRecord(pathname)) return undefined
    // Loaded now, since nothing loads while the page goes away.
    const loaded = loadRecent().catch(() => undefined)
    const leave = () => {
      const { title } = document
      void loaded.then((store) => store?.storeVisit(pathname, title))
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [pathname])

  return (
    <>
      <button
        type="button"
        aria-label="Find anything"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onMouseEnter={CommandPalette.preload}
        onFocus={CommandPalette.preload}
        onClick={() => setShown('palette')}
        className={styles.button}
      >
        <Search size={18} />
        <span className={styles.text}>Find anything</span>
        <span className={styles.keys} data-keys={`${keyName('Mod')} K`} />
      </button>
      {shown === 'palette' && viewer && (
        <CommandPalette
          role={viewer}
          early={early}
          onClose={close}
          onShowKeys={() => setShown('keys')}
          waiting={<HeldKeys onClose={close} onKey={(key) => setEarly((typed) => withKey(typed, key))} />}
        />
      )}
      {shown === 'keys' && viewer && <KeySheet viewer={viewer} onClose={close} />}
    </>
  )
}

const withKey = (typed: string, key: string) =>
  key === 'Backspace' ? typed.slice(0, -1) : key.length === 1 ? typed + key : typed
