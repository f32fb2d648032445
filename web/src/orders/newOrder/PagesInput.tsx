import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import OutlinedInput from '@mui/material/OutlinedInput'
import { longestRanges } from '@our-print/contract/printing/pageRanges.ts'
import { useId } from 'react'
import { pagesProblem } from '../../printing/sheets/countOrder.ts'

type PagesProps = { name: string; value: string; pageCount: number; onChange: (pages: string) => void }

/** Which pages of a file are printed, in which sequence. */
export function PagesInput({ name, value, pageCount, onChange }: PagesProps) {
  const id = useId()
  const problem = pagesProblem({ id, page_ranges: value, page_count: pageCount })
  return (
    <Box sx={{ mt: 0.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'body2' }}>
        <label htmlFor={id}>Print pages</label>
        <OutlinedInput
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          error={problem !== undefined}
          placeholder={`All, or 1-3,${pageCount}`}
          slotProps={{
            input: {
              'aria-label': `Pages of ${name} to print`,
              'aria-describedby': problem ? `${id}-help` : undefined,
              maxLength: longestRanges,
              autoComplete: 'off',
              // Phones show digits and the comma; the hyphen is one tap away.
              inputMode: 'text',
            },
          }}
          sx={{ maxWidth: 220, '& input': { py: { xs: 1.25, sm: 0.5 } } }}
        />
      </Box>
      {problem && (
        <FormHelperText id={`${id}-help`} error role="alert">
          {problem}
        </FormHelperText>
      )}
    </Box>
  )
}
