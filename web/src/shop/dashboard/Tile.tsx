import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { visuallyHidden } from '../../base/form/Field.tsx'
import type { IconType } from '../../base/icons/Icon.tsx'
import { BigNumber } from './Card.tsx'

/** Tiles in one frame with thin lines between them; two columns on a phone. */
export const tileGrid = (columns: number) =>
  ({
    listStyle: 'none',
    m: 0,
    p: 0,
    display: 'grid',
    // The background shows through the gaps as thin lines.
    gap: '1px',
    bgcolor: 'divider',
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    overflow: 'hidden',
    gridTemplateColumns: {
      xs: '1fr 1fr',
      sm: `repeat(${Math.min(columns, 3)}, 1fr)`,
      lg: `repeat(${columns}, 1fr)`,
    },
  }) as const

type Props = {
  label: string
  /** For screen readers: what the heading above adds to the label, 'print orders'. */
  of?: string
  Icon: IconType
  value: string | undefined
  to: string
  children?: ReactNode
}

/** A number that links to the list that it counts. */
export const Tile = ({ label, of, Icon, value, to, children }: Props) => (
  <Box component="li" sx={{ bgcolor: 'background.paper', minWidth: 0 }}>
    <ButtonBase
      component={Link}
      to={to}
      sx={{
        display: 'block',
        width: '100%',
        height: '100%',
        px: 2,
        py: 1.25,
        textAlign: 'left',
        '&:hover': { bgcolor: 'action.hover' },
        '&.Mui-focusVisible': { outlineOffset: '-2px' },
      }}
    >
      <Box
        component="span"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
          typography: 'body2',
          color: 'text.secondary',
          whiteSpace: 'nowrap',
        }}
      >
        <Icon size={16} />
        {label}
        {of && (
          <Box component="span" sx={visuallyHidden}>
            {of}
          </Box>
        )}
      </Box>
      <BigNumber>{value}</BigNumber>
      {children}
    </ButtonBase>
  </Box>
)
