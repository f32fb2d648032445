import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { getPrint } from '@our-print/contract/orders/orders.ts'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useRead } from '../../base/api/api.ts'
import type { ApiError } from '../../base/api/call.ts'
import { Loading, Notice } from '../../base/feedback/Loading.tsx'
import { count } from '../../base/format/format.ts'
import { Logo } from '../../base/page/Logo.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'

/** What the QR code of a job ticket opens, without signing in: whose print it is, what, and how many pages. */
export function PrintPage() {
  const { id = '' } = useParams()
  const print = useRead(getPrint, { params: { id } })
  return (
    <Box
      component="main"
      sx={{ minHeight: '100dvh', display: 'grid', justifyItems: 'center', alignContent: 'center', p: 2 }}
    >
      {print.data ? (
        <Paper variant="outlined" sx={{ width: 1, maxWidth: 420, p: 3, borderRadius: 3 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 3, color: 'text.secondary' }}>
            <Logo />
            Our Print
          </Box>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere', fontSize: '1.5rem', lineHeight: 1.3 }}>
            {print.data.title}
          </Typography>
          <Box component="dl" sx={{ m: 0, mt: 3, display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>
            <Fact name="Customer">{print.data.user_data.first_name}</Fact>
            <Fact name="Total pages">{count(print.data.pdf_page_count)}</Fact>
          </Box>
        </Paper>
      ) : print.error ? (
        <Failure error={print.error} onRetry={() => void print.refetch()} />
      ) : (
        <Loading of="part" />
      )}
    </Box>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Box component="dt" sx={{ typography: 'body2', color: 'text.secondary' }}>
      {name}
    </Box>
    <Box component="dd" sx={{ m: 0, typography: 'h2', fontSize: '1.125rem', overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </Box>
)

/** An unknown id and text that is no id get the same message. */
const unknown = ({ status }: ApiError) => status === 404 || status === 400

const Failure = ({ error, onRetry }: { error: ApiError; onRetry: () => void }) =>
  unknown(error) ? (
    <Notice title="Print not found">
      <p>The code may be damaged or belong to another shop. Please ask at the counter.</p>
    </Notice>
  ) : (
    <Notice title="This print could not be loaded">
      <p role="alert">{error.message}</p>
      <SecondaryButton onClick={onRetry}>Retry</SecondaryButton>
    </Notice>
  )
