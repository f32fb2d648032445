import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, type Ref, Suspense, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { FileDrop } from '../form/FileDrop.tsx'
import { plural } from '../format/format.ts'
import type { NewOrderFields } from './newOrderForm.ts'
import { maxFiles, type Uploads } from './useUploads.ts'

const UploadList = lazy(() => import('./UploadList.tsx'))

type Props = {
  uploads: Uploads
  buttonRef: Ref<HTMLButtonElement>
  error: string | undefined
  /** Uploads all files again; given when the server no longer has them. */
  onSendAgain: (() => void) | undefined
}

/** The files of a new order: choosing them, the state of each, errors. */
export function NewOrderFiles({ uploads, buttonRef, error, onSendAgain }: Props) {
  const id = useId()
  const paper = useWatch<NewOrderFields, 'paper_size'>({ name: 'paper_size' })
  const full = uploads.items.filter(({ state }) => state !== 'refused').length >= maxFiles
  return (
    <Box sx={{ mb: 2 }}>
      {uploads.items.length > 0 && (
        <Suspense fallback={<Box sx={{ minHeight: 48 * uploads.items.length }} />}>
          <UploadList uploads={uploads} paper={paper} />
        </Suspense>
      )}
      <FileDrop
        buttonRef={buttonRef}
        onFiles={uploads.add}
        accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
        label="Files"
        action="Choose files"
        hint="or drop them here. PDF, PNG or JPEG, up to 100 MB each"
        multiple
        full={full}
        describedBy={error ? id : undefined}
      />
      {uploads.leftOut > 0 && (
        <Alert severity="warning" variant="outlined" sx={{ mt: 1 }}>
          At most {maxFiles} files an order: {plural(uploads.leftOut, 'file was', 'files were')} left out.
        </Alert>
      )}
      {error && (
        <Alert
          id={id}
          severity="error"
          variant="outlined"
          sx={{ mt: 1 }}
          action={
            onSendAgain && (
              <Button size="small" color="inherit" onClick={onSendAgain}>
                Upload again
              </Button>
            )
          }
        >
          {error}
        </Alert>
      )}
    </Box>
  )
}
