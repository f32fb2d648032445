import Box from '@mui/material/Box'

/** A code in a font whose letters cannot be confused. */
export const Code = ({ code }: { code: string }) => (
  <Box
    component="span"
    title={code}
    sx={{
      fontFamily: 'ui-monospace, "Cascadia Mono", "Liberation Mono", Menlo, Consolas, monospace',
      fontSize: '0.8125rem',
      fontWeight: 600,
      overflowWrap: 'anywhere',
    }}
  >
    {code}
  </Box>
)
