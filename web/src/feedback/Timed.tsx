import { type ReactNode, useEffect, useRef } from 'react'

const tickMs = 250

type Props = { ms: number; close: () => void; children: ReactNode }

/** The actions of a toast that closes after a time; the time stands still while the toast has the pointer or the focus. */
export function Timed({ ms, close, children }: Props) {
  const inside = useRef<HTMLSpanElement>(null)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    let left = ms
    const timer = setInterval(() => {
      if (inside.current?.closest('[role=status]')?.matches(':hover, :focus-within')) return
      left -= tickMs
      if (left <= 0) latest.current()
    }, tickMs)
    return () => clearInterval(timer)
  }, [ms])
  return <span ref={inside}>{children}</span>
}
