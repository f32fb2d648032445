/** Shows the progress of a long command in one changing line of a terminal. Writes nothing elsewhere, such as into a log. */
export function createProgress(terminal: NodeJS.WriteStream): {
  show: (sentence: string) => void
  clear: () => void
} {
  let last = 0
  const write = (text: string) => void (terminal.isTTY && terminal.write(`\r\u001b[K${text}`))
  return {
    show(sentence) {
      if (Date.now() - last < 200) return
      last = Date.now()
      write(sentence.slice(0, Math.max(20, terminal.columns - 1)))
    },
    clear: () => write(''),
  }
}

export const formatCount = (number: number) => number.toLocaleString('en')
export const formatMegabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MB`
