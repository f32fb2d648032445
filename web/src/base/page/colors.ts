/** The colours of the app, by the names of the theme. */
export const colors = {
  light: {
    primary: { main: '#17803d', dark: '#126331', light: '#3d9a5f', contrastText: '#ffffff' },
    background: { default: '#f6f7f7', paper: '#ffffff' },
    text: { primary: '#1a1f1c', secondary: '#59625d', disabled: '#8a938e' },
    error: { main: '#c0271c' },
    warning: { main: '#9a5b00' },
    info: { main: '#2257b8' },
    success: { main: '#17803d' },
    divider: '#e2e6e4',
    action: { hover: 'rgb(26 31 28 / 0.04)', selected: 'rgb(23 128 61 / 0.09)' },
  },
  dark: {
    primary: { main: '#4cc27a', dark: '#35a963', light: '#7ad59c', contrastText: '#07140c' },
    background: { default: '#0f1211', paper: '#161a18' },
    text: { primary: '#e8ecea', secondary: '#9da8a2', disabled: '#6b756f' },
    error: { main: '#ff7b70' },
    warning: { main: '#e5a23c' },
    info: { main: '#7fabff' },
    success: { main: '#4cc27a' },
    divider: '#2a302d',
    action: { hover: 'rgb(232 236 234 / 0.05)', selected: 'rgb(76 194 122 / 0.14)' },
  },
}

// System fonts: nothing is downloaded, and all of them have digits of one width.
export const font =
  '-apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "Helvetica Neue", Arial, sans-serif'
