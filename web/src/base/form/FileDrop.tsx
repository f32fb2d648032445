import { clsx } from 'clsx'
import {
  type ChangeEvent,
  type CSSProperties,
  type Ref,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { UploadFileOutlined as UploadFile } from '../icons/screens.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './FileDrop.module.css'

type Props = {
  onFiles: (files: File[]) => void
  /** The accepted files: '.pdf,application/pdf'. */
  accept: string
  /** Names the field: 'Files'. */
  label: string
  action: string
  /** The text next to the button; undefined until it is known. */
  hint: string | undefined
  /** Keeps room for the hint under the button, in lines, so that nothing moves when it comes. */
  hintLines?: { xs: number; sm: number }
  multiple?: boolean
  full?: boolean
  describedBy?: string | undefined
  buttonRef?: Ref<HTMLElement>
}

/**
 * Accepts files that are chosen, pasted, or dropped anywhere on the page: a file dropped beside the field must not
 * open in the browser.
 */
export function FileDrop(props: Props) {
  const {
    onFiles,
    accept,
    label,
    action,
    hint,
    hintLines,
    multiple = false,
    full = false,
    describedBy,
    buttonRef,
  } = props
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = useEffectEvent((files: File[]) => files.length > 0 && onFiles(files))

  useEffect(() => {
    let depth = 0
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      if (event.type === 'dragenter') depth += 1
      if (event.type === 'dragleave') depth -= 1
      setOver(depth > 0)
    }
    const drop = (event: DragEvent) => {
      depth = 0
      setOver(false)
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      take(filesOf(event.dataTransfer))
    }
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // Some programs copy text together with an image of it: then the text is pasted into its field.
      const text = event.clipboardData?.types.includes('text/plain') && isField(event.target)
      if (files.length === 0 || text) return
      event.preventDefault()
      take(files)
    }
    const listening = new AbortController()
    const { signal } = listening
    for (const name of ['dragenter', 'dragover', 'dragleave'] as const) {
      window.addEventListener(name, hold, { signal })
    }
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => listening.abort()
  }, [])

  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    take([...(target.files ?? [])])
    // Reset, so that the same file can be chosen again after it was removed.
    target.value = ''
  }

  return (
    <div className={clsx(styles.field, over && styles.over)}>
      <Button
        ref={buttonRef}
        start={<UploadFile />}
        disabled={full}
        onClick={() => input.current?.click()}
        aria-describedby={describedBy}
      >
        {action}
      </Button>
      <span
        className={clsx(styles.hint, hintLines && styles.below)}
        style={hintLines && ({ '--phone': hintLines.xs, '--wide': hintLines.sm } as CSSProperties)}
      >
        {over ? `Drop to add ${multiple ? 'them' : 'it'}` : hint}
      </span>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        hidden
        accept={accept}
        aria-label={label}
        onChange={onChange}
      />
    </div>
  )
}

/** A dropped folder looks like a file that cannot be read: left out. */
function filesOf({ items, files }: DataTransfer): File[] {
  const folders = [...items].map((item) => item.webkitGetAsEntry?.()?.isDirectory ?? false)
  return [...files].filter((_, at) => !folders[at])
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
