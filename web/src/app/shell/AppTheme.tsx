import CssBaseline from '@mui/material/CssBaseline'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { ToastHost } from '../../base/feedback/ToastHost.tsx'
import { colors, font } from '../../base/page/colors.ts'
import { schemeKey } from '../../base/page/scheme.ts'
import { checkboxCell, hairline, tableCell, tableHead, text } from '../../base/page/tableStyles.ts'

const onPhones = '@media (max-width: 599.95px)'

/** The theme: green on neutral surfaces, thin lines instead of shadows, steps of 8 px. */
const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: colors.light }, dark: { palette: colors.dark } },
  breakpoints: { values: { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920 } },
  spacing: 8,
  shape: { borderRadius: 6 },
  typography: {
    fontFamily: font,
    h1: text(20, 28, 600),
    h2: text(16, 24, 600),
    h3: text(14, 20, 600),
    subtitle1: text(14, 20, 600),
    body1: text(14, 20, 400),
    body2: text(13, 18, 400),
    caption: text(12, 16, 400),
    button: { ...text(14, 20, 600), textTransform: 'none' },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontVariantNumeric: 'tabular-nums', WebkitFontSmoothing: 'antialiased' },
        // They hold the focus only until the next key.
        'h1:focus, main:focus': { outline: 'none !important' },
        // A number or an address that is tapped, not read.
        [onPhones]: {
          'a:is([href^="tel:"], [href^="mailto:"])': {
            display: 'inline-flex',
            alignItems: 'center',
            minHeight: 44,
          },
        },
        ':focus-visible': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            animationIterationCount: '1 !important',
            // Not a short time: with it every size of a new element would change by a transition, too.
            transitionDuration: '0s !important',
            scrollBehavior: 'auto !important',
          },
        },
      },
    },
    MuiModal: {
      // React hands events on to the parent component, wherever the dialog is drawn: its keys are not for a form behind it.
      defaultProps: { onKeyDown: (event) => event.stopPropagation() },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: {
          // A browser gives a button a font of its own.
          fontFamily: 'inherit',
          '&.Mui-focusVisible': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 },
        },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          minHeight: 36,
          padding: '6px 14px',
          whiteSpace: 'nowrap',
          [onPhones]: { minHeight: 44 },
        },
        sizeSmall: {
          minHeight: 28,
          padding: '2px 10px',
          fontSize: '0.8125rem',
          [onPhones]: { minHeight: 44 },
        },
        sizeLarge: { minHeight: 48, padding: '12px 20px' },
        outlined: { borderColor: 'var(--mui-palette-divider)' },
      },
      variants: [
        {
          props: { variant: 'outlined', color: 'inherit' },
          style: { backgroundColor: 'var(--mui-palette-background-paper)' },
        },
      ],
    },
    MuiIconButton: {
      styleOverrides: {
        root: { borderRadius: 6, [onPhones]: { minWidth: 44, minHeight: 44 } },
        sizeSmall: { width: 32, height: 32 },
      },
    },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: {
        root: { backgroundImage: 'none' },
        outlined: { borderColor: 'var(--mui-palette-divider)' },
      },
    },
    MuiDialog: {
      styleOverrides: {
        paper: {
          border: hairline,
          borderRadius: 12,
          '&.MuiDialog-paperFullScreen': { border: 0, borderRadius: 0 },
        },
      },
    },
    MuiDialogTitle: { styleOverrides: { root: { ...text(16, 24, 600), padding: '20px 24px 8px' } } },
    MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px' } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '16px 24px 20px' } } },
    MuiBackdrop: {
      styleOverrides: {
        root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgb(10 14 12 / 0.45)' } },
      },
    },
    MuiMenu: {
      styleOverrides: {
        paper: { border: hairline, boxShadow: '0 8px 24px rgb(10 14 12 / 0.12)', minWidth: 200 },
      },
    },
    MuiPopover: {
      styleOverrides: { paper: { border: hairline, boxShadow: '0 8px 24px rgb(10 14 12 / 0.12)' } },
    },
    MuiAutocomplete: {
      styleOverrides: {
        paper: { border: hairline, boxShadow: '0 8px 24px rgb(10 14 12 / 0.12)' },
        root: {
          // The height and text position of the other fields.
          '& .MuiOutlinedInput-root.MuiInputBase-sizeSmall': {
            paddingTop: 0,
            paddingBottom: 0,
            paddingLeft: 0,
            '& .MuiAutocomplete-input': {
              padding: '8px 12px',
              [onPhones]: { padding: '11px 12px' },
            },
            '&.MuiInputBase-adornedStart': {
              paddingLeft: 10,
              '& .MuiAutocomplete-input': { paddingLeft: 0 },
            },
          },
        },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          minHeight: 36,
          fontSize: '0.875rem',
          margin: '0 4px',
          borderRadius: 4,
          [onPhones]: { minHeight: 44 },
        },
      },
    },
    MuiListItemIcon: { styleOverrides: { root: { minWidth: 32, color: 'inherit' } } },
    MuiFormControl: { defaultProps: { fullWidth: true } },
    MuiFormLabel: {
      styleOverrides: {
        root: {
          ...text(13, 18, 600),
          color: 'var(--mui-palette-text-primary)',
          marginBottom: 4,
          '&.Mui-focused, &.Mui-error': { color: 'var(--mui-palette-text-primary)' },
        },
      },
    },
    MuiFormHelperText: { styleOverrides: { root: { margin: '4px 0 0', ...text(12, 16, 400) } } },
    MuiOutlinedInput: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        root: {
          ...text(14, 20, 400),
          backgroundColor: 'var(--mui-palette-background-paper)',
          // iOS zooms into fields whose text is smaller than 16 px.
          [onPhones]: { fontSize: '1rem' },
        },
        input: {
          height: 20,
          padding: '8px 12px',
          // Larger on phones, for touch.
          [onPhones]: { padding: '11px 12px' },
          'textarea&': { height: 'auto', padding: 0 },
          '.MuiInputBase-adornedStart > &': { paddingLeft: 0 },
          '.MuiInputBase-adornedEnd > &': { paddingRight: 4 },
        },
        adornedStart: { paddingLeft: 10 },
        adornedEnd: { paddingRight: 6 },
        // Multi-line inputs have padding on all sides.
        multiline: { padding: '8px 12px' },
        notchedOutline: { borderColor: 'rgb(var(--mui-palette-text-secondaryChannel) / 0.45)' },
      },
    },
    MuiTableCell: { styleOverrides: { root: tableCell, head: tableHead, paddingCheckbox: checkboxCell } },
    MuiCheckbox: {
      defaultProps: { size: 'small' },
      styleOverrides: { root: { padding: 6, [onPhones]: { padding: 12 } } },
    },
    MuiFormControlLabel: { styleOverrides: { root: { [onPhones]: { minHeight: 44 } } } },
    MuiLink: { defaultProps: { underline: 'hover' } },
    MuiTooltip: { styleOverrides: { tooltip: { ...text(12, 16, 400) } } },
    MuiAlert: { styleOverrides: { root: { ...text(13, 18, 400), alignItems: 'center' } } },
  },
})

/** Theme, base styles and toasts around everything. */
export const AppTheme = ({ children }: { children: ReactNode }) => (
  <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={schemeKey} noSsr>
    <CssBaseline enableColorScheme />
    {children}
    <ToastHost />
  </ThemeProvider>
)
