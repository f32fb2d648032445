import { useEffect, useRef, useState } from 'react'
import type { Query } from '../api/api.ts'
import { useCan } from '../api/useCan.ts'
import { loadFile } from '../feedback/lazyPart.tsx'
import { toast } from '../feedback/toast.ts'
import { fileSize } from '../format/format.ts'
import { Close, FileDownloadOutlined as Download, Search } from '../icons/frame.tsx'
import { isTyping } from '../page/keys.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Input } from '../ui/Input.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useKeyDown } from '../useKeyDown.ts'
import type { ListState } from './useListState.ts'

type Props<T> = {
  /** The query of the list; the export has all its pages. */
  rows: Query<T>
}

/** Exports a whole list, with its search and filters, as a CSV file; says how far it is. */
export function useExport<T>(rows: Query<T>) {
  const [bytes, setBytes] = useState<number>()
  const running = bytes !== undefined

  async function save() {
    setBytes(0)
    try {
      const file = await loadFile(() => import('../api/download.ts'))
      if (!file) return
      // The key of a query is its endpoint and its input.
      const [url, input] = rows.queryKey as [string, { querystring?: Record<string, unknown> }]
      const name = await file.downloadCsv(url, input.querystring ?? {}, setBytes)
      toast.success(`Saved as ${name}`)
    } catch (error) {
      toast.failure(`The list was not exported. ${(error as Error).message}`)
    } finally {
      setBytes(undefined)
    }
  }

  const label = running ? `Exporting${bytes > 0 ? ` ${fileSize(bytes)}` : ''}` : 'Export CSV'
  return { running, label, save: () => void save() }
}

/** The button that exports a list which is not drawn by a `ResourceTable` of a screen. */
export function ExportButton<T>({ rows }: Props<T>) {
  const { running, label, save } = useExport(rows)
  const mayExport = useCan('exports')
  return (
    mayExport && (
      <Button
        look="plain"
        tone="muted"
        start={running ? <Spinner /> : <Download />}
        disabled={running}
        aria-busy={running}
        onClick={save}
      >
        {label}
      </Button>
    )
  )
}

/** The same as an icon, at the end of a list's row of controls. */
export const ExportIcon = ({ running, label, save }: ReturnType<typeof useExport>) => (
  <IconButton
    tone="muted"
    aria-label={label}
    title={label}
    disabled={running}
    aria-busy={running}
    onClick={save}
  >
    {running ? <Spinner /> : <Download />}
  </IconButton>
)

type SearchBoxProps = {
  list: Pick<ListState, 'query' | 'setQuery' | 'startTyping'>
  /** The searched fields: 'Number, customer, mobile'. */
  placeholder?: string
}

const pauseMs = 300

/** Searches when the typing pauses; the first letter clears the selection already. '/' anywhere on the page focuses it, Escape empties it. */
export function SearchBox({ list, placeholder = 'Search' }: SearchBoxProps) {
  const { query: value, setQuery: onChange } = list
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<number | undefined>(undefined)
  // A filter may change before the search starts: the search is added to that.
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  }, [onChange])

  // The address changed by Back or a link, not by typing here.
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }

  useKeyDown((event) => {
    if (event.key !== '/' || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.current?.focus()
    input.current?.select()
  })
  useEffect(
    () => () => {
      window.clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )

  function search(query: string) {
    window.clearTimeout(timer.current)
    timer.current = undefined
    setSent(query.trim())
    latest.current(query.trim())
  }

  function type(query: string) {
    setTyped(query)
    if (timer.current === undefined) list.startTyping()
    window.clearTimeout(timer.current)
    // If a row was opened meanwhile, the search must not go back to the list, which shows until the row's
    // page loads.
    const { pathname } = window.location
    timer.current = window.setTimeout(() => {
      timer.current = undefined
      if (window.location.pathname === pathname) search(query)
    }, pauseMs)
  }

  function empty() {
    setTyped('')
    search('')
    input.current?.focus()
  }

  return (
    <Input
      type="search"
      ref={input}
      aria-label="Search"
      maxLength={200}
      enterKeyHint="search"
      placeholder={placeholder}
      start={<Search size={18} />}
      end={
        typed && (
          <IconButton size="small" aria-label="Clear search" onClick={empty}>
            <Close size={16} />
          </IconButton>
        )
      }
      value={typed}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(typed)
        if (event.key === 'Escape') empty()
      }}
    />
  )
}
