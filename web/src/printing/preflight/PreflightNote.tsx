import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { PrintOptions } from '@our-print/contract/orders/price.ts'
import { useQuery } from '@tanstack/react-query'
import { inkText, preflightWarnings } from './preflightTexts.ts'
import { preflightQuery } from './useColorPages.ts'

type Props = {
  /** The id of an upload, or of an order's file. */
  file: string
  name: string
  paper: PrintOptions['paper_size']
}

/** How a file will print: its colour pages, and what may come out differently from what is expected. */
export default function PreflightNote({ file, name, paper }: Props) {
  const report = useQuery(preflightQuery(file))
  if (report.isError)
    return (
      <Box role="alert" sx={note}>
        {report.error.status === 422
          ? report.error.message
          : `${name} is not checked yet. ${report.error.message}`}{' '}
        {report.error.status !== 422 && (
          <Link component="button" type="button" onClick={() => void report.refetch()}>
            Check again
          </Link>
        )}
      </Box>
    )
  if (!report.data) return <Box sx={note}>Checking how it prints…</Box>
  return (
    <Box sx={note}>
      <Box sx={{ color: 'text.primary' }}>{inkText(report.data)}</Box>
      <Box component="ul" aria-label={`Warnings for ${name}`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {preflightWarnings(report.data, paper).map((text) => (
          <Box component="li" key={text} sx={{ color: 'warning.main' }}>
            {text}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

const note = {
  typography: 'caption',
  color: 'text.secondary',
  overflowWrap: 'anywhere',
  minHeight: 20,
} as const
