import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { count } from '../format/format.ts'
import { ChevronLeft, ChevronRight } from '../icons/frame.tsx'
import { isTyping } from './keys.ts'
import { lastListWith } from './lastList.ts'
import { TextButton } from './Page.tsx'

type Props = {
  /** What a record is called: 'order'. */
  what: string
  /** The list to go back to when the record was not opened from one. */
  home: { to: string; title: string }
}

/** Above a record's heading: back to the list it was opened from, and to the records before and after it there. */
export function RecordNavigation({ what, home }: Props) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  // A record with tabs is in the list without its tab; a company is named by its query parameter.
  const address = [pathname + search, pathname].find(lastListWith) ?? pathname
  const list = lastListWith(address)
  const at = list?.links.indexOf(address) ?? -1
  const [before, after] = [list?.links[at - 1], list?.links[at + 1]]

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const to = event.key === 'k' ? before : event.key === 'j' ? after : undefined
      if (!to || event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return
      event.preventDefault()
      // Replaces the history entry: Back leads to the list, however many records were looked at.
      void navigate(to, { replace: true })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate, before, after])

  const { to, title } = list ?? home
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mt: -1, mb: 0.5, minHeight: 40 }}>
      <TextButton
        component={Link}
        to={to}
        startIcon={<ChevronLeft />}
        sx={{ color: 'text.secondary', ml: -1, mr: 'auto', minHeight: { xs: 44, sm: 32 } }}
      >
        {title}
      </TextButton>
      {list && list.links.length > 1 && (
        <>
          <Box component="span" sx={{ typography: 'body2', color: 'text.secondary', mr: 0.5 }}>
            {count(at + 1)} of {count(list.links.length)}
          </Box>
          <Step label={`Previous ${what}`} hotkey="k" to={before} Icon={ChevronLeft} />
          <Step label={`Next ${what}`} hotkey="j" to={after} Icon={ChevronRight} />
        </>
      )}
    </Box>
  )
}

type StepProps = { label: string; hotkey: string; to: string | undefined; Icon: typeof ChevronLeft }

const Step = ({ label, hotkey, to, Icon }: StepProps) => (
  <IconButton
    aria-label={label}
    aria-keyshortcuts={hotkey}
    title={`${label} (${hotkey})`}
    sx={{ width: { xs: 44, sm: 32 }, height: { xs: 44, sm: 32 } }}
    {...(to ? { component: Link, to, replace: true } : { disabled: true })}
  >
    <Icon />
  </IconButton>
)

/** Keys that are typed into a field, or while a dialog or menu is open, are not for the page. */
const isBusy = (event: KeyboardEvent) =>
  isTyping(event) || document.querySelector('dialog, [role=dialog], [role=menu], [role=listbox]') !== null
