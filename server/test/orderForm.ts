/** A multipart form: an order as JSON, and files by name. */
export function orderForm(
  order: object | string | undefined,
  files: Record<string, Buffer | string> = {},
): FormData {
  const form = new FormData()
  if (order !== undefined) form.append('order', typeof order === 'string' ? order : JSON.stringify(order))
  for (const [name, bytes] of Object.entries(files)) {
    form.append('files', new Blob([new Uint8Array(Buffer.from(bytes))]), name)
  }
  return form
}
