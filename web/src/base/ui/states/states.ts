import type { ReactNode } from 'react'

/** A part in all its states, by their names: the default export of a file `*.states.tsx`. */
export type States = { title: string; states: Record<string, ReactNode> }
