import Box from '@mui/material/Box'
import { keyName } from '../../base/page/keys.ts'

/** Keys as they look on a keyboard. */
export const Key = ({ keys }: { keys: readonly string[] }) => (
  <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
    {keys.map((key) => (
      <Box
        key={key}
        component="kbd"
        sx={{
          minWidth: 20,
          px: 0.5,
          border: 1,
          borderColor: 'divider',
          borderRadius: 0.5,
          bgcolor: 'background.default',
          color: 'text.secondary',
          fontFamily: 'inherit',
          fontSize: '0.75rem',
          lineHeight: '18px',
          textAlign: 'center',
        }}
      >
        {keyName(key)}
      </Box>
    ))}
  </Box>
)
