import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ChangeEvent, useCallback, useRef, useState } from 'react'
import { PhotoCameraOutlined as PhotoCamera } from '../../base/icons/screens.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { shrinkPhoto } from './shrinkPhoto.ts'

type Props = { photo: File | undefined; onChange: (photo: File | undefined) => void }

/** Opens the phone's camera and shows the photo. */
export function PhotoField({ photo, onChange }: Props) {
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
    <Box>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label="Photo"
        onChange={(event) => void take(event)}
      />
      {photo && (
        <Box
          component="img"
          ref={show}
          alt="The photo that will be saved"
          sx={{ display: 'block', maxWidth: 1, maxHeight: 220, mb: 1, borderRadius: 1 }}
        />
      )}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <SecondaryButton
          size="large"
          startIcon={<PhotoCamera />}
          loading={isReading}
          loadingPosition="start"
          onClick={() => input.current?.click()}
          sx={{ flex: 1 }}
        >
          {photo ? 'Take another photo' : 'Take a photo'}
        </SecondaryButton>
        {photo && (
          <Button color="inherit" size="large" onClick={() => onChange(undefined)}>
            Remove
          </Button>
        )}
      </Box>
    </Box>
  )
}
