import { act, renderHook } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { showingSaved } from './savedValues.ts'

const typedForm = () => {
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: { rate: '1', name: 'A' } })
    return { form, isDirty: form.formState.isDirty, fields: form.formState.dirtyFields }
  })
  const type = (name: 'rate' | 'name', value: string) =>
    act(() => result.current.form.setValue(name, value, { shouldDirty: true }))
  return { form: () => result.current, type }
}

test('a saved form shows what the server made of it, and nothing is left to save', () => {
  const { form, type } = typedForm()
  type('rate', '1.50')
  const show = showingSaved(form().form)
  act(() => show({ rate: '1.5', name: 'A' }))
  expect(form().form.getValues()).toEqual({ rate: '1.5', name: 'A' })
  expect(form().isDirty).toBe(false)
})

test('what was typed while it was sent stays, and is still to be saved', () => {
  const { form, type } = typedForm()
  type('rate', '2')
  const show = showingSaved(form().form)
  type('name', 'B')
  act(() => show({ rate: '2', name: 'A' }))
  expect(form().form.getValues()).toEqual({ rate: '2', name: 'B' })
  expect(form().isDirty).toBe(true)
})
