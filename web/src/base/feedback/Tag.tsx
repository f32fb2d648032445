import Box from '@mui/material/Box'
import type { IconType } from '../icons/Icon.tsx'

type Props = {
  label: string
  Icon: IconType
  /** Good is green, off is grey; icon and label say it without colour. */
  tone?: 'neutral' | 'good' | 'off'
}

const inks = { neutral: 'text.primary', good: 'success.main', off: 'text.secondary' } as const

/** A short fact about a record as a label: a role, whether it is active. */
export const Tag = ({ label, Icon, tone = 'neutral' }: Props) => (
  <Box
    component="span"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 0.5,
      height: 22,
      pl: 0.75,
      pr: 1,
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
      fontSize: '0.75rem',
      fontWeight: 550,
      whiteSpace: 'nowrap',
      color: inks[tone],
    }}
  >
    <Icon size={14} />
    {label}
  </Box>
)
