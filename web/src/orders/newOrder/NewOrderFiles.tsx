import { printFileTypes } from '@our-print/contract/orders/printFileTypes.ts'
import { type Ref, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { FileDrop } from '../../base/form/FileDrop.tsx'
import { listed, plural } from '../../base/format/format.ts'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import type { NewOrderFields } from './newOrderForm.ts'
import { maxFiles, type Uploads } from './useUploads.ts'

const UploadList = lazyPart(() => import('./UploadList.tsx'))

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
  const { accept, hint } = acceptedTypes()
  const full = uploads.items.filter(({ state }) => state !== 'refused').length >= maxFiles
  return (
    <Stack gap={3}>
      {uploads.items.length > 0 && (
        <UploadList
          waiting={<div style={{ minHeight: 48 * uploads.items.length }} />}
          uploads={uploads}
          paper={paper}
        />
      )}
      <FileDrop
        buttonRef={buttonRef}
        onFiles={uploads.add}
        accept={accept}
        label="Files"
        action="Choose files"
        hint={hint}
        hintLines={{ xs: 4, sm: 2 }}
        multiple
        full={full}
        describedBy={error ? id : undefined}
      />
      {uploads.leftOut > 0 && (
        <Alert severity="warning">
          At most {maxFiles} files an order: {plural(uploads.leftOut, 'file was', 'files were')} left out.
        </Alert>
      )}
      {error && (
        <div id={id}>
          <Alert
            severity="error"
            action={
              onSendAgain && (
                <Button look="plain" size="small" onClick={onSendAgain}>
                  Upload again
                </Button>
              )
            }
          >
            {error}
          </Alert>
        </div>
      )}
    </Stack>
  )
}

/** What the file dialog offers, and the words under its button. index.html carries from the server whether it converts documents. */
function acceptedTypes() {
  const convertsOffice = document.documentElement.dataset['office'] === 'true'
  const types = printFileTypes.filter(({ isOffice }) => convertsOffice || !isOffice)
  const missing = printFileTypes.filter((type) => !types.includes(type))
  const hint = `or drop them here. ${listed(types.map(nameOf), 'disjunction')}, up to 100 MB each.`
  return {
    accept: types.flatMap(({ extensions, content_type }) => [extensions, content_type]).join(','),
    hint:
      missing.length > 0
        ? `${hint} ${listed(missing.map(nameOf))} need LibreOffice on the server: save them as PDF first.`
        : hint,
  }
}

const nameOf = ({ name }: { name: string }) => name
