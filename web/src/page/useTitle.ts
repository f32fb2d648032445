import { useEffect } from 'react'

/** The name of this screen in the browser's tab and history. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Our Print`
  }, [title])
}
