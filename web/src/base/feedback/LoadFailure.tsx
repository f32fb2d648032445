import Button from '@mui/material/Button'
import type { ApiError } from '../api/call.ts'
import { Notice } from './Notice.tsx'

type Props = {
  /** 'This order could not be loaded' */
  title: string
  reply: { error: ApiError | null; isFetching: boolean; refetch: () => Promise<unknown> }
}

/** Shown instead of a page whose record could not be loaded, with the reason and Retry. */
export const LoadFailure = ({ title, reply: { error, isFetching, refetch } }: Props) => (
  <Notice title={title}>
    <p role="alert">{error?.message}</p>
    <Button variant="contained" loading={isFetching} onClick={() => void refetch()}>
      Retry
    </Button>
  </Notice>
)
