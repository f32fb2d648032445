import { clsx } from 'clsx'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Close, ExpandMore } from '../icons/parts.tsx'
import { anchoredLook, placeAt } from './anchored.ts'
import { IconButton } from './Button.tsx'
import styles from './Combobox.module.css'
import type { FieldAria } from './Field.tsx'
import { Input } from './Input.tsx'
import { Spinner } from './Spinner.tsx'

type Props<T> = {
  wiring: FieldAria
  /** Names the list. */
  list: string
  text: string
  /** Called with what is typed. */
  onText: (text: string) => void
  open: boolean
  onOpen: (open: boolean) => void
  /** In the sequence in which they are offered; who searches leaves the others out. */
  options: readonly T[]
  keyOf: (option: T) => string
  renderOption: (option: T) => ReactNode
  isDisabled?: (option: T) => boolean
  /** The key of the option that the field holds. */
  chosen?: string | undefined
  /** The caller closes the list. */
  onChoose: (option: T, by: 'key' | 'press') => void
  /** Empties the field; without it there is no button for that. */
  onClear?: (() => void) | undefined
  /** Stands in place of the options when there are none; without it there is no list then. */
  message?: ReactNode
  searching?: boolean
  /** Any text is good, the options are suggestions: none is highlighted before an arrow key. */
  free?: boolean
  /** Shows that there is a list. */
  arrow?: boolean
  placeholder: string
  disabled?: boolean | undefined
  autoFocus?: boolean | undefined
  onBlur: () => void
  ref: Ref<HTMLInputElement>
}

// No HTML element has these roles, shows what it wants and leaves the focus in the field.
const combobox = { role: 'combobox', 'aria-autocomplete': 'list' } as const
const listbox = { role: 'listbox' }

/** A text field with a list of what the text may mean (WAI-ARIA combobox); the focus stays in the field. */
export function Combobox<T>(props: Props<T>) {
  const { wiring, text, open, onOpen, keyOf, chosen, onChoose, message, free, disabled } = props
  const { options, hold } = useHeldWhilePressed(props.options)
  const input = useRef<HTMLInputElement | null>(null)
  // A text starts anew with its first option.
  const [moved, setMoved] = useState({ to: '', during: text })
  const justFocused = useRef(true)

  const enabled = options.filter((option) => !props.isDisabled?.(option))
  const keys = enabled.map(keyOf)
  const at = open ? keys.indexOf(moved.during === text ? moved.to : '') : -1
  const start = chosen === undefined ? -1 : keys.indexOf(chosen)
  const highlighted = at >= 0 ? at : !open || free ? -1 : Math.max(start, keys.length > 0 ? 0 : -1)
  const idOf = (option: T) => `${wiring.id}-${options.indexOf(option)}`
  const isShown = open && (options.length > 0 || Boolean(message))
  const current = enabled[highlighted]
  const currentId = current && idOf(current)

  const highlight = (key: string | undefined) => setMoved({ to: key ?? '', during: text })

  function toggle(next: boolean) {
    highlight('')
    onOpen(next)
  }

  function move(next: number) {
    if (open) highlight(keys[next])
    else toggle(true)
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    const last = keys.length - 1
    // An input method has keys of its own.
    if (event.nativeEvent.isComposing) return
    if (key === 'ArrowDown') move(highlighted >= last ? 0 : highlighted + 1)
    else if (key === 'ArrowUp') move(highlighted <= 0 ? last : highlighted - 1)
    else if (key === 'PageDown') move(Math.min(highlighted + 5, last))
    else if (key === 'PageUp') move(Math.max(highlighted - 5, 0))
    else if (key === 'Home' && open && !free) move(0)
    else if (key === 'End' && open && !free) move(last)
    else if (key === 'Enter' && current) onChoose(current, 'key')
    else if (key === 'Escape' && open) {
      event.stopPropagation()
      toggle(false)
    } else return
    event.preventDefault()
  }

  function empty() {
    props.onClear?.()
    input.current?.focus()
  }

  const canClear = props.onClear && chosen !== undefined && !disabled
  return (
    <div>
      <Input
        {...wiring}
        ref={(element) => {
          input.current = element
          if (typeof props.ref === 'function') props.ref(element)
          else if (props.ref) props.ref.current = element
        }}
        {...combobox}
        aria-expanded={open && options.length > 0}
        aria-controls={isShown ? `${wiring.id}-list` : undefined}
        aria-activedescendant={currentId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        placeholder={props.placeholder}
        disabled={disabled}
        autoFocus={props.autoFocus}
        onChange={({ target }) => {
          props.onText(target.value)
          if (target.value !== '') onOpen(true)
        }}
        onMouseDown={({ button }) => {
          if (button === 0 && !disabled && (text === '' || !open)) toggle(!open)
        }}
        onClick={({ currentTarget }) => {
          // The name of what is chosen is typed over.
          const { selectionStart, selectionEnd } = currentTarget
          if (chosen !== undefined && justFocused.current && selectionStart === selectionEnd) {
            currentTarget.select()
          }
          justFocused.current = false
        }}
        onBlur={() => {
          justFocused.current = true
          onOpen(false)
          props.onBlur()
        }}
        onKeyDown={onKeyDown}
        end={
          (props.searching || canClear || props.arrow) && (
            <>
              {props.searching && <Spinner size={16} label="Searching" />}
              {canClear && (
                <IconButton size="small" aria-label="Clear" tabIndex={-1} onClick={empty}>
                  <Close size={16} />
                </IconButton>
              )}
              {props.arrow && (
                <button
                  type="button"
                  tabIndex={-1}
                  aria-hidden
                  disabled={disabled}
                  className={styles.arrow}
                  {...staysInField}
                  onClick={() => {
                    input.current?.focus()
                    toggle(!open)
                  }}
                >
                  <ExpandMore turned={isShown} />
                </button>
              )}
            </>
          )
        }
      />
      {isShown && (
        <Popup scrollTo={currentId} onPress={hold}>
          {options.length > 0 ? (
            <div {...listbox} id={`${wiring.id}-list`} aria-label={props.list} className={styles.list}>
              {options.map((option) => {
                const key = keyOf(option)
                const isDisabled = props.isDisabled?.(option) ?? false
                const attributes = {
                  id: idOf(option),
                  role: 'option',
                  'aria-selected': key === chosen,
                  'aria-disabled': isDisabled,
                  className: clsx(styles.option, option === current && styles.highlighted),
                  // A list that scrolls under a resting pointer highlights nothing.
                  onMouseMove: () => {
                    if (!isDisabled && option !== current) highlight(key)
                  },
                  onClick: () => {
                    if (!isDisabled) onChoose(option, 'press')
                  },
                }
                return (
                  <div key={key} {...attributes}>
                    {props.renderOption(option)}
                  </div>
                )
              })}
            </div>
          ) : (
            <div id={`${wiring.id}-list`} className={styles.message}>
              {message}
            </div>
          )}
        </Popup>
      )}
    </div>
  )
}

type PopupProps = { scrollTo: string | undefined; onPress: () => void; children: ReactNode }

/** In the top layer, so that no dialog or table cuts it off. A press on it leaves the focus in the field. */
function Popup({ scrollTo, onPress, children }: PopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = popup
    const field = current?.parentElement
    if (!current || !field) return undefined
    current.style.width = `${Math.max(field.offsetWidth, leastWidth)}px`
    current.showPopover()
    return placeAt(current, field, { align: 'start' })
  }, [])
  useLayoutEffect(() => {
    if (scrollTo) document.getElementById(scrollTo)?.scrollIntoView?.({ block: 'nearest' })
  }, [scrollTo])
  return (
    <div
      ref={popup}
      popover="manual"
      onPointerDown={onPress}
      className={clsx(anchoredLook({ align: 'start' }), styles.popup)}
      {...staysInField}
    >
      {children}
    </div>
  )
}

/** The options, not replaced between press and release by those of a search: the click would be lost, or hit another one. */
function useHeldWhilePressed<T>(options: readonly T[]) {
  const [held, setHeld] = useState<readonly T[]>()
  function hold() {
    setHeld(options)
    const ended = new AbortController()
    const release = () => {
      ended.abort()
      // The click comes right after the release; on touch screens in a separate task.
      setTimeout(setHeld, 100, undefined)
    }
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, { signal: ended.signal })
  }
  return { options: held ?? options, hold }
}

/** Of the list at a narrow field, in px: options have a name and what tells two of them apart. */
const leastWidth = 300

const staysInField = { onMouseDown: (event: MouseEvent) => event.preventDefault() }
