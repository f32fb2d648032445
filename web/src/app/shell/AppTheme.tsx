import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Toasts } from '../../base/feedback/toast.tsx'
import { theme } from './theme.ts'

/** Theme, base styles and toasts around everything. */
export const AppTheme = ({ children }: { children: ReactNode }) => (
  <ThemeProvider theme={theme} defaultMode="system" noSsr>
    <CssBaseline enableColorScheme />
    <Toasts>{children}</Toasts>
  </ThemeProvider>
)
