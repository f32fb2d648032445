import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** Reads what is shown again when its figures have been counted again: no event says so. */
export function useFiguresAfterRecount(isRecounting: boolean): void {
  const client = useQueryClient()
  const was = useRef(isRecounting)
  useEffect(() => {
    if (was.current && !isRecounting) void client.invalidateQueries()
    was.current = isRecounting
  }, [client, isRecounting])
}
