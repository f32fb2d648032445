import type { Plugin, Rolldown } from 'vite'

const exported = /export\{([^}]*)\};?\s*$/
const ofRuntime = /import\{([^}]*)\}from"\.\/rolldown-runtime-[\w-]+\.js";?/

/** `n as e, r as t`, in pairs. */
const pairs = (names: string) =>
  names.split(',').map((one): [string, string] => {
    const [from = '', to = from] = one.trim().split(' as ')
    return [from, to]
  })

/**
 * The bundler's own 400 bytes are part of the first file, which every other file imports as well: they cost no request. Rolldown
 * makes them a file of their own as soon as two files need them (rolldown#2654). Fails where the bundler writes otherwise.
 */
export const inlineRuntime = (): Plugin => ({
  name: 'inline-runtime',
  apply: 'build',
  enforce: 'pre',
  // What follows changes files whose names are made already: browsers keep a file of that name for a year.
  augmentChunkHash: () => 'inline-runtime',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
      // The page's own script imports this one and nothing else, and Vite writes its address into the page.
      const first = chunks.find(({ fileName }) =>
        chunks.some(({ isEntry, imports }) => isEntry && imports.join() === fileName),
      )
      if (!runtime || first?.imports.join() !== runtime.fileName)
        throw new Error('The first file imports more than the runtime, or there is none')
      const made = pairs(found(exported, runtime))
      const taken = pairs(found(ofRuntime, first))
      if (taken.length < made.length) throw new Error('The first file does not need all of the runtime')
      const returned = made.map(([local, name]) => `${name}:${local}`).join()
      const body = runtime.code.replace(exported, () => `return{${returned}}`)
      const values = taken.map((one) => one.join(':')).join()
      const shared = taken.map(([name, local]) => `${local} as ${nameOf(name)}`).join()
      first.code = `${first.code.replace(ofRuntime, () => `const{${values}}=(()=>{${body}})();`)}export{${shared}};`
      first.imports = []
      for (const chunk of chunks) {
        if (chunk === first || !chunk.imports.includes(runtime.fileName)) continue
        const names = pairs(found(ofRuntime, chunk)).map(([name, local]) => `${nameOf(name)} as ${local}`)
        chunk.code = chunk.code.replace(
          ofRuntime,
          () => `import{${names.join()}}from"./${first.fileName.split('/').at(-1)}";`,
        )
        chunk.imports = [
          ...new Set(chunk.imports.map((file) => (file === runtime.fileName ? first.fileName : file))),
        ]
      }
      delete bundle[runtime.fileName]
    },
  },
})

/** No other export of the first file is named so. */
const nameOf = (name: string) => `$${name}`

function found(pattern: RegExp, { code, fileName }: Rolldown.OutputChunk): string {
  const [, names] = pattern.exec(code) ?? []
  if (!names) throw new Error(`${fileName} is not written as expected: ${code.slice(0, 200)}`)
  return names
}
