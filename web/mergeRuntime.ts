import type { Plugin, Rolldown } from 'vite'

/**
 * The bundler's helpers are a file of 700 bytes that every other file imports: a request that takes one of a browser's
 * six connections. Here they become a part of the entry, which every screen loads. The bundler has no option for it.
 */
export const mergeRuntime = (): Plugin => ({
  name: 'merge-runtime',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const files = Object.values(bundle)
    const chunks = files.filter((file) => file.type === 'chunk')
    const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
    const entry = chunks.find(({ name }) => name === 'index')
    const [, body, names] = /^(.*)export\{([^}]*)\};?\s*$/s.exec(runtime?.code ?? '') ?? []
    if (!runtime || !entry || !body || !names) throw new Error('The build has no helpers to merge')
    const [from, to] = [baseName(runtime), baseName(entry)]

    for (const chunk of chunks) {
      const imports = new RegExp(`import\\{([^}]*)\\}from"\\./${from}";?`).exec(chunk.code)
      if (!imports) continue
      const [statement, list = ''] = imports
      const inPlace =
        chunk === entry
          ? `const ${all}=(()=>{${body}return{${join(names, (own, name) => `${name}:${own}`)}}})(),{${join(list, (name, own) => `${name}:${own}`)}}=${all};`
          : `import{${join(list, (name, own) => `${all}_${name} as ${own}`)}}from"./${to}";`
      chunk.code = chunk.code.replace(statement, () => inPlace)
    }
    const exported = join(names, (_, name) => `${all}_${name}=${all}.${name}`)
    entry.code = entry.code.replace(/(?=\n\/\/# |$)/, () => `export const ${exported};`)
    for (const chunk of chunks) chunk.code = chunk.code.replaceAll(from, to)
    delete bundle[runtime.fileName]
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace(/\s*<(script|link)\b[^>]*rolldown-runtime[^>]*>(<\/script>)?/g, ''),
  },
})

// Longer than any name that the minifier gives.
const all = '__helpers'

/** Writes each of the names `a as b,c` anew. */
const join = (specifiers: string, write: (name: string, other: string) => string) =>
  specifiers
    .split(',')
    .map((one) => {
      const [name = '', other = name] = one.split(' as ')
      return write(name, other)
    })
    .join(',')

const baseName = ({ fileName }: Rolldown.OutputChunk) => fileName.slice(fileName.lastIndexOf('/') + 1)
