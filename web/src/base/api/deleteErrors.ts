import { ApiError } from './call.ts'

/** Whether a record of the request does not exist any more. */
export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

/** Why nothing was deleted: the server's message, and what it means when someone else deleted a record first. */
export function deleteErrorMessages(error: unknown, number: number): string[] {
  const { message } = error as Error
  if (!isNotFound(error)) return [message]
  return [
    message,
    number > 1
      ? 'One of these was deleted meanwhile, so none was deleted now. Choose again.'
      : 'It was deleted meanwhile.',
  ]
}
