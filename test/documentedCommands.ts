/** A fenced block of a Markdown document. */
export interface Block {
  line: number
  /** The text after the opening fence: `sh`, `sh server`, `text` …; empty when there is none. */
  kind: string
  text: string
}

export function readBlocks(document: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const [index, line] of document.split('\n').entries()) {
    const fence = /^ *```+ *(.*)$/.exec(line)
    if (fence && open) {
      blocks.push(open)
      open = undefined
    } else if (fence) open = { line: index + 1, kind: fence[1]?.trim() ?? '', text: '' }
    else if (open) open.text += `${line}\n`
  }
  if (open) throw new Error(`The block of line ${open.line} has no end`)
  return blocks
}

/** The expected lines that the output lacks, searched in order; `…` matches anything within a line. */
export function linesNotIn(expected: string, printed: string): string[] {
  let rest = printed
  return expected
    .split('\n')
    .filter((line) => line.trim() !== '')
    .filter((line) => {
      const literal = line.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      const match = new RegExp(literal.replaceAll('…', '.*?')).exec(rest)
      if (match) rest = rest.slice(match.index + match[0].length)
      return !match
    })
}
