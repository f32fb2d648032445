import { listCustomerTags } from '@our-print/contract/people/customers.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { useDebounced } from '../../base/form/useDebounced.ts'
import { plural } from '../../base/format/format.ts'
import { Combobox } from '../../base/ui/Combobox.tsx'
import { Field } from '../../base/ui/Field.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'

type Props = {
  label: string
  hideLabel?: boolean
  error: string | undefined
  placeholder: string
  text: string
  onText: (text: string) => void
  /** Called with a tag that was chosen of those in use. */
  onChoose: (tag: string) => void
  /** Tags that are not offered. */
  without?: readonly string[]
  onBlur?: () => void
  ref?: Ref<HTMLInputElement> | undefined
}

/** A tag of customers, typed or chosen of those in use. */
export function TagBox({ label, hideLabel, error, text, onChoose, without = [], ...props }: Props) {
  const { onText, placeholder, onBlur = () => undefined, ref = null } = props
  const [open, setOpen] = useState(false)
  const query = useDebounced(text.trim())
  const { data } = useRead(
    listCustomerTags,
    { querystring: { limit: '20', ...(query && { query: query.slice(0, 200) }) } },
    { enabled: open, placeholderData: keepPreviousData },
  )
  const wanted = text.trim().toLowerCase()
  const options = (data?.results ?? []).filter(({ tag }) => !without.includes(tag) && tag.includes(wanted))
  return (
    <Field label={label} error={error} {...(hideLabel && { hideLabel })}>
      {(wiring) => (
        <Combobox
          wiring={wiring}
          list="Tags in use"
          text={text}
          onText={onText}
          open={open}
          onOpen={setOpen}
          options={options}
          keyOf={({ tag }) => tag}
          renderOption={({ tag, customers }) => (
            <Row justify="between" gap={2} fill>
              {tag}
              <Text size="caption" tone="muted">
                {plural(customers, 'customer')}
              </Text>
            </Row>
          )}
          onChoose={({ tag }) => {
            setOpen(false)
            onChoose(tag)
          }}
          free
          placeholder={placeholder}
          onBlur={onBlur}
          ref={ref}
        />
      )}
    </Field>
  )
}
