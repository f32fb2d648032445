import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'

type Props = {
  label: string
  tabs: readonly { value: string; label: string; to: string }[]
  value: string
}

/** A list split by one fact: links, so that each part has its address, its Back and its new tab. */
export const ViewTabs = ({ label, tabs, value }: Props) => (
  <Box
    component="nav"
    aria-label={label}
    sx={{ display: 'flex', gap: { xs: 0, sm: 0.5 }, mb: 1.5, borderBottom: 1, borderColor: 'divider' }}
  >
    {tabs.map((tab) => (
      <Link
        key={tab.value}
        component={RouterLink}
        to={tab.to}
        underline="none"
        aria-current={tab.value === value ? 'page' : undefined}
        sx={{
          px: { xs: 1, sm: 1.5 },
          minHeight: { xs: 44, sm: 36 },
          flex: { xs: 1, sm: 'none' },
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'center',
          typography: 'body1',
          color: 'text.secondary',
          borderBottom: 2,
          borderColor: 'transparent',
          mb: '-1px',
          '&:hover': { color: 'text.primary' },
          '&[aria-current=page]': { color: 'text.primary', fontWeight: 600, borderColor: 'primary.main' },
        }}
      >
        {tab.label}
      </Link>
    ))}
  </Box>
)
