export const ratio = (value: number | undefined) =>
  value === undefined || !Number.isFinite(value) ? '–' : value.toFixed(2)

export const figure = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)))

export const milliseconds = (value: number) =>
  value < 100 ? `${value.toFixed(2)} ms` : `${Math.round(value).toLocaleString('en')} ms`

export const mib = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`

export const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

export const kept = (isKept: boolean | undefined) => (isKept === undefined ? '–' : isKept ? 'yes' : '**no**')
