import Box from '@mui/material/Box'
import { createDeliveryProof } from '@our-print/contract/orders/deliveryProofs.ts'
import { type ReactNode, useState } from 'react'
import { FormDialog, type Saving } from '../../base/dialog/FormDialog.tsx'
import { TextInput } from '../../base/form/TextInput.tsx'
import { useContractForm } from '../../base/form/useContractForm.ts'
import { DrawOutlined as Draw } from '../../base/icons/screens.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { PhotoField } from './PhotoField.tsx'
import { SignaturePad } from './SignaturePad.tsx'
import { isEmpty, type ProofContent } from './sendProof.ts'

const schema = createDeliveryProof.schema.form.pick({ received_by: true })

type Props = {
  title: string
  submitLabel: string
  hint: string
  /** Nothing is saved without a name, a photo or a signature. */
  isRequired: boolean
  save: Saving
  onSubmit: (content: ProofContent) => unknown
  onClose: () => void
  /** Above the fields. */
  children?: ReactNode
}

/** Who received an order: a name, a photo, a signature. Whoever cannot draw types the name. */
export function ProofDialog(props: Props) {
  const { title, submitLabel, hint, isRequired, save, onSubmit, onClose, children } = props
  const form = useContractForm(schema, { defaultValues: { received_by: '' }, mode: 'onSubmit' })
  const [photo, setPhoto] = useState<File>()
  const [signature, setSignature] = useState<File>()
  const [isSigning, setSigning] = useState(false)

  function submit({ received_by }: { received_by: string }): unknown {
    const content = { received_by, photo, signature }
    if (!isRequired || !isEmpty(content)) return onSubmit(content)
    form.setError('received_by', { message: 'Type a name, take a photo or sign' }, { shouldFocus: true })
    return undefined
  }

  return (
    <FormDialog
      title={title}
      form={form}
      save={save}
      submitLabel={submitLabel}
      low
      unsaved={photo !== undefined || signature !== undefined}
      onClose={onClose}
      onSubmit={submit}
    >
      {children}
      <Box sx={{ color: 'text.secondary' }}>{hint}</Box>
      <TextInput name="received_by" label="Received by" placeholder="Name of the person at the door" />
      <PhotoField photo={photo} onChange={setPhoto} />
      {isSigning ? (
        <SignaturePad onChange={setSignature} />
      ) : (
        <SecondaryButton size="large" startIcon={<Draw />} onClick={() => setSigning(true)}>
          Sign
        </SecondaryButton>
      )}
    </FormDialog>
  )
}
