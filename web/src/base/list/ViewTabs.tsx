import Box from '@mui/material/Box'
import { RouteLink } from '../page/Page.tsx'

type Props = {
  label: string
  tabs: readonly { value: string; label: string; to: string }[]
  value: string
}

/** Scrolls the current tab into view if not all tabs fit. */
function showCurrent(nav: HTMLElement | null) {
  const current = nav?.querySelector<HTMLElement>('[aria-current=page]')
  if (nav && current) nav.scrollLeft = current.offsetLeft + current.offsetWidth - nav.clientWidth
}

/** Tabs of a list as links, so that each has its address and works with Back and new tabs. */
export const ViewTabs = ({ label, tabs, value }: Props) => (
  <Box
    ref={showCurrent}
    component="nav"
    aria-label={label}
    sx={{
      position: 'relative',
      display: 'flex',
      gap: { xs: 0, sm: 0.5 },
      mb: 1.5,
      overflowX: 'auto',
      scrollbarWidth: 'none',
      // A border would be hidden below the current tab's line.
      boxShadow: 'inset 0 -1px var(--mui-palette-divider)',
    }}
  >
    {tabs.map((tab) => (
      <RouteLink
        key={tab.value}
        to={tab.to}
        underline="none"
        aria-current={tab.value === value ? 'page' : undefined}
        sx={{
          px: { xs: 0.5, sm: 1.5 },
          minHeight: { xs: 44, sm: 36 },
          flex: { xs: '1 0 auto', sm: 'none' },
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'center',
          typography: 'body1',
          color: 'text.secondary',
          borderBottom: 2,
          borderColor: 'transparent',
          outlineOffset: '-2px !important',
          whiteSpace: 'nowrap',
          '&:hover': { color: 'text.primary' },
          '&[aria-current=page]': { color: 'text.primary', fontWeight: 600, borderColor: 'primary.main' },
        }}
      >
        {tab.label}
      </RouteLink>
    ))}
  </Box>
)
