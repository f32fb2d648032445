import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { lightContract } from './lightContract.ts'
import { screens } from './src/app/screens.ts'

const file = 'src/app/firstRequests.ts'

/**
 * Writes the script of the first requests into index.html: the data of a screen are requested at the same time as its
 * files, not after them.
 */
export const firstRequestsScript = (): Plugin => ({
  name: 'first-requests',
  transformIndexHtml: async (_, { server }) => [
    server
      ? // After the script with which React's files begin while somebody develops.
        { tag: 'script', attrs: { type: 'module', src: `/${file}` }, injectTo: 'head' }
      : { tag: 'script', children: await bundle(), injectTo: 'head-prepend' },
  ],
})

/** Of each screen what says whether somebody has it, and what it asks for first; as short as can be. */
const shortScreens = screens
  .filter(({ access }) => access !== 'public')
  .map(({ path, page, access, by, with: all, shell, props }) =>
    [path, page.replace(/Page$/, ''), access, by, all, shell ? 1 : 0, props?.['view']].map(
      (each) => each ?? '',
    ),
  )

/** What is needed here of files that need much: of a query its key, neither the call nor its errors; no component listens. */
const stubs = {
  '/web/src/app/screens.ts': `export const screens = ${JSON.stringify(shortScreens)}.map(
    ([path, page, access, by, all, shell, view]) =>
      ({ path, page: page + 'Page', access, by, with: all, shell, props: { view } }))`,
  '/web/src/base/api/api.ts':
    'export const query = (endpoint, input) => ({ queryKey: [endpoint.url, input] })',
  '/web/src/base/createStore.ts': 'export const createStore = () => ({ notify() {} })',
}

const onlyKeys: Plugin = {
  name: 'only-keys',
  load: (id) => Object.entries(stubs).find(([file]) => id.endsWith(file))?.[1],
}

/** One script without imports; of the files that it shares with the app, it has only what it uses. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [lightContract(), onlyKeys],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: fileURLToPath(new URL(file, import.meta.url)),
        output: { format: 'iife' },
        treeshake: { moduleSideEffects: (id) => id.endsWith(file) },
      },
    },
  })
  const chunk = [built].flat().flatMap((one) => ('output' in one ? one.output : []))[0]
  if (chunk?.type !== 'chunk') throw new Error(`${file} was not built`)
  return chunk.code.trim()
}
