import { useEffect } from 'react'

/** Sets the title of the screen in the browser's tab and history. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Our Print`
  }, [title])
}
