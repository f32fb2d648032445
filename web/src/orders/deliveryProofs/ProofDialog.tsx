import { createDeliveryProof } from '@our-print/contract/orders/deliveryProofs.ts'
import {
  type ChangeEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import Pad from 'signature_pad'
import { FormDialog, type Saving } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { DrawOutlined as Draw, PhotoCameraOutlined as PhotoCamera } from '../../base/icons/screens.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './ProofDialog.module.css'
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
      <Text as="p" tone="muted">
        {hint}
      </Text>
      <TextInput name="received_by" label="Received by" placeholder="Name of the person at the door" />
      <PhotoField photo={photo} onChange={setPhoto} />
      {isSigning ? (
        <SignaturePad onChange={setSignature} />
      ) : (
        <Button size="large" start={<Draw />} onClick={() => setSigning(true)}>
          Sign
        </Button>
      )}
    </FormDialog>
  )
}

const height = 200

type SignaturePadProps = { onChange: (signature: File | undefined) => void }

/** A field to sign in with the finger. Paper and ink are the same in dark mode, as in the stored picture. */
function SignaturePad({ onChange }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [pad, setPad] = useState<Pad>()
  const [isSigned, setSigned] = useState(false)

  const take = useEffectEvent((of: HTMLCanvasElement) => {
    setSigned(true)
    of.toBlob(
      (blob) => blob && onChange(new File([blob], 'signature.png', { type: 'image/png' })),
      'image/png',
    )
  })

  useEffect(() => {
    const { current: element } = canvas
    if (!element) return undefined
    const drawn = new Pad(element, {
      backgroundColor: '#ffffff',
      penColor: '#10204a',
      minWidth: 1,
      maxWidth: 3,
    })
    let width = 0
    // A phone that is turned keeps the signature. An open keyboard changes the height only.
    const fit = () => {
      if (element.offsetWidth === width) return
      width = element.offsetWidth
      const ratio = Math.min(2, window.devicePixelRatio)
      element.width = width * ratio
      element.height = height * ratio
      element.getContext('2d')?.scale(ratio, ratio)
      drawn.redraw()
    }
    fit()
    window.addEventListener('resize', fit)
    drawn.addEventListener('endStroke', () => take(element))
    setPad(drawn)
    return () => {
      window.removeEventListener('resize', fit)
      drawn.off()
    }
  }, [])

  function clear() {
    pad?.clear()
    setSigned(false)
    onChange(undefined)
  }

  return (
    <Stack gap={2} align="start">
      <figure
        aria-label={isSigned ? 'The signature' : 'Space for a signature'}
        className={styles.paper}
        style={{ height }}
      >
        <canvas ref={canvas} className={styles.canvas} />
        {!isSigned && (
          <div aria-hidden className={styles.here}>
            Sign here with your finger
          </div>
        )}
      </figure>
      <Button look="plain" size="large" disabled={!isSigned} onClick={clear}>
        Clear signature
      </Button>
    </Stack>
  )
}

/** Enough to read a label in the picture; about 300 KB, which a weak network takes in seconds. */
const maxSide = 1600
const quality = 0.8

/** A photo as a small upright JPEG. One that this browser cannot decode is sent as it is. */
async function shrinkPhoto(file: File): Promise<File> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, maxSide / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.width * scale)
    canvas.height = Math.round(image.height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    return blob ? new File([blob], 'photo.jpg', { type: 'image/jpeg' }) : file
  } catch {
    return file
  }
}

const photoText = 'The photo that will be saved'

type PhotoFieldProps = { photo: File | undefined; onChange: (photo: File | undefined) => void }

/** Opens the phone's camera and shows the photo. */
function PhotoField({ photo, onChange }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !photo) return undefined
      const url = URL.createObjectURL(photo)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [photo],
  )

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // Reset, so that the same file can be chosen again after it was removed.
    target.value = ''
    if (!file) return
    setReading(true)
    onChange(await shrinkPhoto(file))
    setReading(false)
  }

  return (
    <Stack gap={2}>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label="Photo"
        onChange={(event) => void take(event)}
      />
      {photo && <img ref={show} alt={photoText} className={styles.photo} />}
      <Row gap={2}>
        <Button
          size="large"
          full
          start={<PhotoCamera />}
          loading={isReading}
          onClick={() => input.current?.click()}
        >
          {photo ? 'Take another photo' : 'Take a photo'}
        </Button>
        {photo && (
          <Button look="plain" size="large" onClick={() => onChange(undefined)}>
            Remove
          </Button>
        )}
      </Row>
    </Stack>
  )
}
