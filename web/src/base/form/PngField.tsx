import { type Ref, useState } from 'react'
import { Close } from '../icons/frame.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { FileDrop } from './FileDrop.tsx'
import styles from './PngField.module.css'

const maxSize = 10_000_000

type Props = {
  label: string
  /** The URL of the current image, or null. */
  src: string | null
  onFile: (file: File) => void
  onRemove: () => void
  error?: string | undefined
  optional?: boolean
  buttonRef?: Ref<HTMLElement>
}

/** A field for a PNG image: choose, paste, drop, preview, remove. */
export function PngField({ label, src, onFile, onRemove, error, optional = false, buttonRef }: Props) {
  const [refused, setRefused] = useState<string>()

  function take([file]: File[]) {
    const problem = file && pngProblem(file)
    setRefused(problem)
    if (file && !problem) onFile(file)
  }

  /** An image that cannot be drawn: a chosen file is refused; a stored one may only have failed to load. */
  function refuse(src: string) {
    if (!/^(blob|data):/.test(src)) return
    setRefused('This file is not a picture, or it is damaged')
    onRemove()
  }

  return (
    <Field label={label} error={refused ?? error} optional={optional}>
      {(wiring) => (
        <div id={wiring.id} className={styles.field}>
          {src && <img src={src} alt="Preview" className={styles.preview} onError={() => refuse(src)} />}
          <div className={styles.drop}>
            <FileDrop
              onFiles={take}
              accept=".png,image/png"
              label={`${label}, PNG file`}
              action={src ? 'Choose another' : 'Choose picture'}
              hint={src ? 'PNG, up to 10 MB' : 'or drop it here. PNG, up to 10 MB'}
              describedBy={wiring['aria-describedby']}
              {...(buttonRef && { buttonRef })}
            />
          </div>
          {src && (
            <IconButton
              size="small"
              aria-label="Remove picture"
              onClick={() => {
                setRefused(undefined)
                onRemove()
              }}
            >
              <Close size={16} />
            </IconButton>
          )}
        </div>
      )}
    </Field>
  )
}

/** An early check; the server inspects the bytes. */
function pngProblem({ name, size, type }: File): string | undefined {
  if (!/\.png$/i.test(name) || (type !== '' && type !== 'image/png')) return 'Only .png pictures can be used'
  if (size === 0) return 'This picture is empty'
  return size > maxSize ? 'The picture is larger than 10 MB' : undefined
}
