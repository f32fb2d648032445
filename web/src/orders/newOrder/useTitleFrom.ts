import { useEffect, useEffectEvent, useRef } from 'react'
import { titleFrom } from './newOrderForm.ts'

type TitleForm = {
  getValues(name: 'title'): string
  setValue(name: 'title', title: string, options: { shouldValidate: boolean }): void
}

/** The title is the first file's name until the person types another. */
export function useTitleFrom(fileName: string | undefined, form: TitleForm, isSubmitted: boolean) {
  const filled = useRef('')
  // Its error goes with what it was about.
  const fill = useEffectEvent((title: string) =>
    form.setValue('title', title, { shouldValidate: isSubmitted }),
  )
  useEffect(() => {
    if (form.getValues('title') !== filled.current) return
    filled.current = fileName ? titleFrom(fileName) : ''
    fill(filled.current)
  }, [fileName, form])
}
