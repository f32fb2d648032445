import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { Search } from '../../base/icons/frame.tsx'
import { isTyping, keyName } from '../../base/page/keys.ts'
import { useRole } from '../../people/session/session.ts'
import styles from './FindButton.module.css'

const CommandPalette = lazyPart(() => import('../palette/CommandPalette.tsx'))
const KeySheet = lazyPart(() => import('../palette/KeySheet.tsx'))
const loadRecent = () => import('../palette/recentStore.ts')

const isRecord = (pathname: string) => /^\/(order|user)\//.test(pathname)

/** Opens the command palette, which is loaded then: a box in the app bar, a button on phones, Ctrl+K anywhere. */
export function FindButton() {
  const role = useRole()
  const [shown, setShown] = useState<'palette' | 'keys'>()
  const [early, setEarly] = useState('')
  const close = () => {
    setShown(undefined)
    setEarly('')
  }

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, altKey, shiftKey } = event
      const mod = event.ctrlKey || event.metaKey
      const opens = mod && !altKey && !shiftKey && /^k$/i.test(key) ? 'palette' : undefined
      const explains = key === '?' && !mod && !altKey && !isTyping(event) ? 'keys' : undefined
      if (!opens && !explains) return
      event.preventDefault()
      setShown(opens ?? explains)
    }
    // Before a dialog keeps its keys for itself.
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [])

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
      {shown === 'palette' && role && (
        <CommandPalette
          role={role}
          early={early}
          onClose={close}
          onShowKeys={() => setShown('keys')}
          waiting={<EarlyKeys onKey={(key) => setEarly((typed) => withKey(typed, key))} />}
        />
      )}
      {shown === 'keys' && <KeySheet onClose={close} />}
    </>
  )
}

/** While the palette is loaded: what is typed is for it, and not for the page. */
function EarlyKeys({ onKey }: { onKey: (key: string) => void }) {
  const take = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    onKey(event.key)
  })
  useEffect(() => {
    document.addEventListener('keydown', take, true)
    return () => document.removeEventListener('keydown', take, true)
  }, [])
  return null
}

const withKey = (typed: string, key: string) =>
  key === 'Backspace' ? typed.slice(0, -1) : key.length === 1 ? typed + key : typed
