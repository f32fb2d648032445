import Box from '@mui/material/Box'
import type { SavedView } from '@our-print/contract/shop/savedViews.ts'
import { drawNothing, lazyPart } from '../feedback/lazyPart.tsx'
import { RouteLink } from '../page/Page.tsx'
import { addressOf, isChanged, type ShownView } from './savedViews.ts'

const UpdateViewButton = lazyPart(() => import('./UpdateViewButton.tsx'), drawNothing)

type Props = { shown: ShownView; views: readonly SavedView[] }

/** Scrolls the active tab into view if not all tabs fit. The first one always is: to ask would cost a layout. */
function showActive(tabs: HTMLElement | null) {
  const active = tabs?.querySelector<HTMLElement>('[aria-current=page]')
  if (tabs && active && active !== tabs.firstElementChild)
    tabs.scrollLeft = active.offsetLeft - (tabs.clientWidth - active.offsetWidth) / 2
}

/** The saved views of a list as tabs, and the button that keeps what was changed in the active one. */
export function SavedViewTabs({ shown, views }: Props) {
  const { active, list } = shown
  const tabs = [{ id: undefined, name: 'Default', title: undefined, to: list }, ...views.map(tabOf)]
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1.5, minHeight: { xs: 44, md: 32 } }}>
      <Box key={active?.id} ref={showActive} component="nav" aria-label="Saved views" sx={row}>
        {tabs.map(({ id, name, title, to }) => (
          <RouteLink
            key={to}
            to={to}
            title={title}
            underline="none"
            aria-current={id === active?.id ? 'page' : undefined}
            sx={tab}
          >
            {name}
          </RouteLink>
        ))}
      </Box>
      {active?.is_mine && isChanged(shown) && <UpdateViewButton shown={shown} />}
    </Box>
  )
}

const tabOf = (view: SavedView) => ({
  id: view.id,
  name: view.name,
  title: view.is_shared ? `Shared by ${view.owner_data.full_name}` : undefined,
  to: addressOf(view),
})

const row = {
  position: 'relative',
  display: 'flex',
  gap: 0.5,
  minWidth: 0,
  flex: 1,
  overflowX: 'auto',
  scrollbarWidth: 'none',
} as const

const tab = {
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  maxWidth: 260,
  minHeight: { xs: 44, md: 32 },
  px: 1.5,
  borderRadius: 1,
  color: 'text.secondary',
  whiteSpace: 'nowrap',
  outlineOffset: '-2px !important',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
  '&[aria-current=page]': { color: 'text.primary', fontWeight: 600, bgcolor: 'action.selected' },
} as const
