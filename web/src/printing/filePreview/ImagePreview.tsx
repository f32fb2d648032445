import { useState } from 'react'
import styles from './ImagePreview.module.css'
import { NoPreview, type PreviewProps } from './NoPreview.tsx'

/** An image of an order, as wide as its container. */
export function ImagePreview({ name, url, freshUrl, fallback }: PreviewProps) {
  // A renewed link must not load the image again.
  const [source, setSource] = useState({ url, tries: 0 })
  const [failed, setFailed] = useState(false)

  function retry() {
    if (source.tries > 0) return setFailed(true)
    freshUrl().then(
      (fresh) => setSource({ url: fresh, tries: 1 }),
      () => setFailed(true),
    )
  }

  if (failed) return <NoPreview reason="This picture could not be shown here.">{fallback}</NoPreview>
  return <img src={source.url} alt={name} onError={retry} className={styles.picture} />
}
