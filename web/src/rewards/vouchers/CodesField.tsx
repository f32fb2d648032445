import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import type { ClipboardEvent } from 'react'
import { useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useFieldError } from '../../base/form/formErrors.ts'
import { TextInput } from '../../base/form/TextInput.tsx'
import { plural } from '../../base/format/format.ts'
import { Add, Close } from '../../base/icons/frame.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { linesOf, maxCodes, type VoucherFields } from './voucherForm.ts'

/** The codes of a new voucher, one or several. Pasted lines become one code each. */
export function CodesField({ single, onMany }: { single: boolean; onMany: () => void }) {
  const { control, getValues, setFocus } = useFormContext<VoucherFields>()
  const { fields, append, insert, remove, update } = useFieldArray({ control, name: 'vouchers' })
  const [leftOut, setLeftOut] = useState(0)
  const error = useFieldError('vouchers')
  const full = fields.length >= maxCodes

  function paste(event: ClipboardEvent, at: number) {
    const [first, ...others] = linesOf(event.clipboardData.getData('text/plain'))
    if (first === undefined || others.length === 0) return
    event.preventDefault()
    const typed = getValues(`vouchers.${at}.voucher_code`).trim()
    // A code that is in the field already comes before the pasted ones.
    const more = typed === '' ? others : [first, ...others]
    const room = maxCodes - fields.length
    if (typed === '') update(at, { voucher_code: first })
    insert(
      at + 1,
      more.slice(0, room).map((voucher_code) => ({ voucher_code })),
      { shouldFocus: false },
    )
    setLeftOut(Math.max(0, more.length - room))
    onMany()
  }

  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ typography: 'body2', fontWeight: 600, p: 0, mb: 0.5 }}>
        {fields.length === 1 ? 'Voucher code' : plural(fields.length, 'voucher code')}
      </Box>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {fields.map(({ id }, at) => (
          <Box key={id} onPaste={(event) => paste(event, at)}>
            <TextInput
              name={`vouchers.${at}.voucher_code`}
              label={fields.length === 1 ? 'Voucher code' : `Voucher code ${at + 1}`}
              hideLabel
              end={
                fields.length > 1 && (
                  <IconButton
                    size="small"
                    aria-label={`Remove voucher code ${at + 1}`}
                    onClick={() => {
                      remove(at)
                      setLeftOut(0)
                    }}
                  >
                    <Close sx={{ fontSize: 16 }} />
                  </IconButton>
                )
              }
            />
          </Box>
        ))}
      </Box>
      {error && <FormHelperText error>{error}</FormHelperText>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, mt: 1 }}>
        <SecondaryButton
          size="small"
          startIcon={<Add />}
          disabled={single || full}
          onClick={() => {
            append({ voucher_code: '' }, { shouldFocus: false })
            // The new field exists after the next render.
            setTimeout(() => setFocus(`vouchers.${fields.length}.voucher_code`))
          }}
        >
          Add voucher
        </SecondaryButton>
        <Box component="output" sx={{ typography: 'caption', color: 'text.secondary', flex: '1 1 160px' }}>
          {leftOut > 0
            ? `${plural(leftOut, 'line was', 'lines were')} left out: at most ${maxCodes} codes here. Upload a file for more.`
            : single
              ? 'A single voucher has one code.'
              : full
                ? `At most ${maxCodes} codes here. Upload a file for more.`
                : 'Paste many lines at once to add a code for each.'}
        </Box>
      </Box>
    </Box>
  )
}
