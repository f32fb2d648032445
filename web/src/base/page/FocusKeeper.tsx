import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { focusHeading, keepFocus } from './keepFocus.ts'

/** Keeps the focus on something: on every screen below, and from one screen to the next. */
export function FocusKeeper() {
  const { pathname } = useLocation()
  // A page that the browser itself has loaded starts at its top, as every page does.
  const shown = useRef(useNavigationType() === NavigationType.Pop ? pathname : undefined)
  useEffect(() => keepFocus(), [])
  useEffect(() => {
    if (shown.current !== pathname) focusHeading()
    shown.current = pathname
  }, [pathname])
  return null
}
