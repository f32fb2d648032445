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

/** Of the first sign-in screen, the same in both schemes. */
const messages = { text: '#f4f7f5', surface: '#1f2622', error: '#ff9a91', success: '#6fd596' }

type Values = { [name: string]: string | Values }

const variables = (values: Values, prefix: string): string =>
  Object.entries(values)
    .map(([name, value]) =>
      typeof value === 'string' ? `${prefix}-${name}:${value};` : variables(value, `${prefix}-${name}`),
    )
    .join('')

/** The colours as CSS variables, with the theme's names, for a page that is shown without it. */
export const colorVariables = `:root{${variables(messages, '--message')}}${Object.entries(colors)
  .map(
    ([scheme, values]) =>
      `[data-theme=${scheme}]{color-scheme:${scheme};${variables(values, '--mui-palette')}}`,
  )
  .join('')}`
