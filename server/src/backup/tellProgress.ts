/** Shows progress on a terminal in one changing line. Elsewhere, such as in a log of cron, it writes nothing. */
export function tellProgress(terminal: NodeJS.WriteStream): {
  tell: (sentence: string) => void
  clear: () => void
} {
  let lastWrite = 0
  const write = (text: string) => void (terminal.isTTY && terminal.write(`\r\u001b[K${text}`))
  return {
    tell(sentence) {
      if (Date.now() - lastWrite < 200) return
      lastWrite = Date.now()
      write(sentence.slice(0, Math.max(20, terminal.columns - 1)))
    },
    clear: () => write(''),
  }
}

export const count = (number: number) => number.toLocaleString('en')
export const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MB`
