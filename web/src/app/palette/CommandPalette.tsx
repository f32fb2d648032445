import { searchKinds } from '@our-print/contract/entityKinds.ts'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import type { Viewer } from '../../base/api/role.ts'
import { plural } from '../../base/format/format.ts'
import { Close, Search } from '../../base/icons/frame.tsx'
import { readOffers } from '../../base/page/acts.ts'
import { useNavigate } from '../../base/router/router.tsx'
import { IconButton } from '../../base/ui/Button.tsx'
import { PaletteDialog } from '../../base/ui/Dialog.tsx'
import { VisuallyHidden } from '../../base/ui/Text.tsx'
import { usePhone } from '../../base/ui/useWidth.ts'
import { useKeyDown } from '../../base/useKeyDown.ts'
import { useSignOut } from '../../orders/roundActs/useSignOut.ts'
import styles from './CommandPalette.module.css'
import { actsOf, assignmentsOf, creationsOf, isCalled, placesOf, settingsFor } from './commands.ts'
import { type Entry, groupHits, lookOf, nextOf } from './entries.ts'
import { Key } from './Key.tsx'
import { optionId, PaletteList, type ShownGroup } from './PaletteList.tsx'
import { PaletteNotes } from './PaletteNotes.tsx'
import { readStored, store } from './recentStore.ts'
import { type FoundRecords, useFound } from './useFound.ts'
import { useStaffFor } from './useStaffFor.ts'

/** The records that this person opened last on this device. */
const readRecent = (): Entry[] =>
  readStored().flatMap(({ kind, key, title, to }) =>
    searchKinds.includes(kind)
      ? [{ key, title, to, detail: lookOf(kind).one, Icon: lookOf(kind).Icon, record: kind }]
      : [],
  )

/** Remembers a record as the last one that was opened. */
function remember({ key, title, to, record }: Entry): void {
  if (record && to) store({ kind: record, key, title, to })
}

type Props = {
  role: Viewer
  /** What was typed before it was loaded. */
  early?: string
  onClose: () => void
  onShowKeys: () => void
}

/** Finds records and actions by what is typed; the focus stays in the text field (WAI-ARIA combobox with a listbox). */
export default function CommandPalette({ role: viewer, early = '', onClose, onShowKeys }: Props) {
  const navigate = useNavigate()
  const isPhone = usePhone()
  const id = useId()
  const [typed, setTyped] = useState(early)
  // Of the text that was typed then: another text begins with its first option again.
  const [reached, setReached] = useState<{ searchText: string; key: string }>()
  // Enter came before the records of the typed text: the first one is opened when they are here.
  const awaited = useRef<{ newTab: boolean } | undefined>(undefined)

  const searchText = typed.trim()
  const found = useFound(typed, viewer)
  const groups = useEntries(searchText, found, viewer, onShowKeys)
  const options = groups.flatMap(({ entries }) => entries)
  const active =
    options.find(({ key }) => reached?.searchText === searchText && key === reached.key) ?? options[0]
  const reach = (entry: Entry | undefined) => entry && setReached({ searchText, key: entry.key })

  function choose(entry: Entry, newTab: boolean, isOpened = false) {
    remember(entry)
    if (newTab && entry.to) {
      if (!isOpened) window.open(entry.to, '_blank', 'noopener')
      return
    }
    onClose()
    if (entry.to) navigate(entry.to)
    else entry.run?.()
  }

  const { isSearching } = found
  // Kinds that took too long are searched once more.
  const isIncomplete = isSearching || found.late.length > 0
  const isEarlier = (entry: Entry) => groups.some((group) => group.isEarlier && group.entries.includes(entry))

  function enter(newTab: boolean) {
    if (active && !isEarlier(active)) choose(active, newTab)
    else if (isIncomplete) awaited.current = { newTab }
  }

  const openAwaited = useEffectEvent((hits: number) => {
    const entered = awaited.current
    if (hits > 0 || !isIncomplete) awaited.current = undefined
    if (entered && active && !isEarlier(active)) {
      awaited.current = undefined
      choose(active, entered.newTab)
    }
  })
  // A dialog that was closing behind this one may take the focus with it: what is typed belongs here all the same.
  const input = useRef<HTMLInputElement>(null)
  useKeyDown((event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (target === input.current || event.isComposing || ctrlKey || metaKey || altKey) return
    const pressesButton = key === ' ' && target instanceof HTMLButtonElement
    // In the dialog itself, Escape closes it anyway.
    const isInside = input.current?.closest('dialog')?.contains(target as Node)
    if (key === 'Escape' && !isInside) {
      // The browser would close it once more.
      event.preventDefault()
      onClose()
    } else if (key.length === 1 && !pressesButton) input.current?.focus()
  }, 'early')

  const hits = found.results.length
  useEffect(() => {
    if (!isSearching) openAwaited(hits)
  }, [isSearching, hits])

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const at = active ? options.indexOf(active) : -1
    const targets: Record<string, Entry | undefined> = {
      ArrowDown: options[(at + 1) % options.length],
      ArrowUp: options.at(at < 1 ? -1 : at - 1),
      Home: options[0],
      End: options.at(-1),
    }
    if (event.key in targets) {
      event.preventDefault()
      reach(targets[event.key])
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      enter(event.ctrlKey || event.metaKey)
    }
  }

  return (
    <PaletteDialog label="Find anything" onClose={onClose}>
      <div className={styles.head}>
        <Search tone="muted" />
        <input
          {...comboboxOf(options.length > 0)}
          ref={input}
          className={styles.input}
          value={typed}
          onChange={(event) => {
            awaited.current = undefined
            setTyped(event.target.value)
          }}
          onKeyDown={onKeyDown}
          placeholder={viewer === 'admin' ? 'Order, customer, phone, code, action' : 'Order, phone, action'}
          aria-controls={`${id}-list`}
          aria-activedescendant={active && optionId(`${id}-list`, active)}
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          enterKeyHint="go"
        />
        <IconButton aria-label="Close" onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      <PaletteList
        id={`${id}-list`}
        groups={groups}
        active={active}
        searchText={searchText}
        isBusy={isSearching}
        onReach={reach}
        onChoose={(entry, newTab) => choose(entry, newTab, newTab)}
      />
      <PaletteNotes found={found} searchText={searchText} hasOptions={options.length > 0} />
      <VisuallyHidden as="output">
        {searchText === '' ? '' : isSearching ? 'Searching' : plural(options.length, 'result')}
      </VisuallyHidden>
      {!isPhone && <Footer />}
    </PaletteDialog>
  )
}

// No HTML element has this role and holds a text that is typed.
const comboboxOf = (isOpen: boolean) =>
  ({
    role: 'combobox',
    'aria-label': 'Find anything',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
  }) as const

const Footer = () => (
  <div aria-hidden className={styles.keys}>
    <span className={styles.key}>
      <Key keys={['↑', '↓']} /> Move
    </span>
    <span className={styles.key}>
      <Key keys={['Enter']} /> Open
    </span>
    <span className={styles.key}>
      <Key keys={['Mod', 'Enter']} /> New tab
    </span>
    <span className={styles.key}>
      <Key keys={['Esc']} /> Close
    </span>
  </div>
)

/** More actions than this hide the records. */
const mostActions = 4
const mostHere = 6

/** What the palette lists for the typed text; without text the recent records and all that can be done. */
function useEntries(words: string, found: FoundRecords, viewer: Viewer, showKeys: () => void): ShownGroup[] {
  const [recent] = useState(readRecent)
  // As the page was when the palette opened, which covers it.
  const [offers] = useState(readOffers)
  const acts = actsOf(offers)
  const assignments = assignmentsOf(offers, useStaffFor(offers, words), words)
  const [creations, places] = useMemo(() => [creationsOf(viewer), placesOf(viewer)], [viewer])
  const signOut = useSignOut()
  const settings = settingsFor({ showKeys, signOut: () => void signOut() })
  const { results, isCurrent } = found
  const records = useMemo(() => groupHits(results), [results])

  if (words === '')
    return [
      { label: 'Recent', entries: recent },
      { label: 'Here', entries: acts },
      { label: 'Actions', entries: creations },
      { label: 'Go to', entries: places },
      { label: 'Settings', entries: settings },
    ].filter(({ entries }) => entries.length > 0)

  const actions = [...creations, ...places, ...settings].filter((one) => isCalled(one, words))
  const here = [...acts.filter((one) => isCalled(one, words)), ...assignments]
  return [
    { label: 'Here', entries: here.slice(0, mostHere) },
    { label: 'Actions', entries: actions.slice(0, mostActions) },
    ...records.map((group) => ({ ...group, isEarlier: !isCurrent })),
    { label: 'Next', entries: isCurrent ? nextOf(results, words) : [] },
  ].filter(({ entries }) => entries.length > 0)
}
