const forms = new Set<() => boolean>()

/** Counts a form whose input would be lost with the page, as long as `isUnsaved` says so. Returns the stop. */
export function noteUnsaved(isUnsaved: () => boolean): () => void {
  forms.add(isUnsaved)
  return () => {
    forms.delete(isUnsaved)
  }
}

/** Whether something is typed here, or being sent, that is not saved. */
export const hasUnsavedInput = (): boolean => [...forms].some((isUnsaved) => isUnsaved())
