import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ControllerRenderProps } from 'react-hook-form'
import type { Query } from '../api/api.ts'
import { plural } from '../format/format.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { useFieldError } from './formErrors.ts'
import { useDebounced } from './useDebounced.ts'

type Found<R> = { count: number; next: string | null; previous: string | null; results: R[] }

/** Props that every picker takes from its form. */
export type PickerProps = { name: string; label?: string; hint?: string; autoFocus?: boolean }

type Props<T extends { id: string }, R extends T> = {
  /** The form's field; the caller decides which part of the record it holds. */
  field: Pick<ControllerRenderProps, 'name' | 'ref' | 'onBlur'>
  label: string
  value: T | null
  onChange: (record: T | null) => void
  search: (searchText: string) => Query<Found<R>>
  nameOf: (record: T) => string
  /**
   * Whether a record found by the previous search also matches this one; without it none is offered until the response
   * is there.
   */
  fits?: (record: R, searchText: string) => boolean
  /** The id of a record to leave out. */
  except?: string | undefined
  option: (record: T) => ReactNode
  /** The plural for messages: 'Companies' could not be loaded. */
  records: string
  nothing: (searchText: string) => ReactNode
  placeholder: string
  /** The label of the list, if it is not the field's label. */
  listLabel?: string
  hint?: string | undefined
  autoFocus?: boolean | undefined
  disabled?: boolean | undefined
}

/** A form field that finds one record on the server by typing. */
export function RecordPicker<T extends { id: string }, R extends T>(props: Props<T, R>) {
  const { field, label, value, onChange, nameOf, fits, except, option, records, hint, autoFocus } = props
  const error = useFieldError(field.name)
  const [open, setOpen] = useState(false)
  // Until something is typed, the field shows what is chosen.
  const [typed, setTyped] = useState<string>()
  const text = typed ?? (value ? nameOf(value) : '')

  // The name of the chosen record is no search: all records are offered again.
  const wanted = value && text.trim() === nameOf(value) ? '' : text.trim().slice(0, 200)
  const searchText = useDebounced(wanted)
  const found = useQuery({ ...props.search(searchText), enabled: open, placeholderData: keepPreviousData })
  const busy = found.isFetching || wanted !== searchText
  const results = found.data?.results ?? []
  const offered = results.filter(({ id }) => id !== except)
  // Until the response is there, only previous results that match the text are offered: Enter must not choose
  // another one.
  const settled = wanted === searchText && !found.isPlaceholderData
  const options: readonly T[] = settled ? offered : offered.filter((record) => fits?.(record, wanted))
  const more = settled ? (found.data?.count ?? 0) - results.length : 0

  const message = busy ? (
    'Loading...'
  ) : found.isError ? (
    <span role="alert">
      {records} could not be loaded. {found.error.message}
    </span>
  ) : (
    props.nothing(wanted)
  )

  function choose(record: T | null) {
    setTyped(undefined)
    setOpen(false)
    onChange(record)
  }

  return (
    <Field
      label={label}
      error={error}
      hint={more > 0 && open ? `${plural(more, 'more match', 'more match')}: keep typing to find them` : hint}
    >
      {(wiring) => (
        <Combobox<T>
          wiring={wiring}
          list={props.listLabel ?? label}
          text={text}
          onText={(next) => {
            setTyped(next)
            if (next === '' && value) onChange(null)
          }}
          open={open}
          onOpen={setOpen}
          options={options}
          keyOf={({ id }) => id}
          renderOption={option}
          chosen={value?.id}
          onChoose={choose}
          onClear={() => choose(null)}
          message={message}
          searching={open && busy}
          arrow
          placeholder={props.placeholder}
          disabled={props.disabled}
          autoFocus={autoFocus}
          onBlur={() => {
            setTyped(undefined)
            field.onBlur()
          }}
          ref={field.ref}
        />
      )}
    </Field>
  )
}
