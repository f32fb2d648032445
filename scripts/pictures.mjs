import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb, fail, node24, root, run, toolEnv } from './boot.mjs'
import { findBrowser } from './browser.mjs'
import { ensureInstalled } from './packages.mjs'

// `npm run pictures` takes pictures of all screens: both roles, both widths, light and dark, full, empty and failing. A page in
// .cache/pictures shows them. `npm run pictures -- before` keeps a set under a name, and the page shows sets side by side;
// `npm run pictures -- now --grep 'admin, full, at desk'` takes a part.

const [name = 'now', ...more] = process.argv.slice(2)
if (!/^[\w-]+$/.test(name)) fail('The name of a set of pictures has letters, digits and hyphens.')
const pictures = join(root, '.cache/pictures')
const folder = join(pictures, name)

await ensureInstalled({ everything: true })
if (!(await buildWeb())) fail('The web app could not be built.')
const browser = findBrowser()
if (!browser) fail('No browser was found.')
if (more.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const env = toolEnv({ PICTURES: folder, BROWSER_PATH: browser })
const { code } = await run(node24(), ['node_modules/@playwright/test/cli.js', 'test', ...more], { env })

const sets = readdirSync(pictures, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const found = Object.fromEntries(
  sets.map((set) => [
    set.name,
    readdirSync(join(pictures, set.name)).filter((file) => file.endsWith('.png')),
  ]),
)
writeFileSync(join(pictures, 'index.html'), page(found))
console.log(`${found[name].length} pictures: ${join('.cache/pictures', 'index.html')}`)
process.exitCode = code

/** A page of one screen at a time: the arrow keys go to the next one, the boxes choose sets and states. */
function page(found) {
  return `<!doctype html>
<meta charset="utf-8">
<title>Pictures of all screens</title>
<style>
  body { margin: 0; font: 14px/1.4 system-ui, sans-serif; background: #888 }
  header { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 12px; align-items: center; padding: 8px 16px; background: #fff }
  main { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 16px; padding: 16px }
  figure { margin: 0 } figcaption { color: #fff }
  img { display: block; max-width: 46vw; border: 1px solid #444 }
</style>
<header>
  <button id="back">← Back</button> <select id="screen"></select> <button id="next">Next →</button>
  <span id="choices"></span>
</header>
<main></main>
<script>
  const found = ${JSON.stringify(found)}
  const parts = (file) => /^(.*) (full|empty|failing) (desk|phone) (light|dark)\\.png$/.exec(file)
  const screens = [...new Set(Object.values(found).flat().map((file) => parts(file)?.[1]))].filter(Boolean).sort()
  const kinds = { set: Object.keys(found), state: ['full', 'empty', 'failing'], place: ['desk', 'phone'], scheme: ['light', 'dark'] }
  const choices = document.querySelector('#choices')
  for (const [kind, names] of Object.entries(kinds)) for (const name of names)
    choices.insertAdjacentHTML('beforeend', '<label><input type="checkbox" checked name="' + kind + '" value="' + name + '">' + name + '</label> ')
  const select = document.querySelector('select')
  select.append(...screens.map((screen) => new Option(screen)))
  const isChosen = (kind, value) => choices.querySelector('[name=' + kind + '][value="' + value + '"]').checked
  function show() {
    const main = document.querySelector('main')
    main.replaceChildren()
    for (const state of kinds.state) for (const place of kinds.place) for (const scheme of kinds.scheme) for (const set of kinds.set) {
      const file = [select.value, state, place, scheme].join(' ') + '.png'
      if (!found[set].includes(file)) continue
      if (!isChosen('set', set) || !isChosen('state', state) || !isChosen('place', place) || !isChosen('scheme', scheme)) continue
      const figure = document.createElement('figure')
      const picture = Object.assign(new Image(), { src: set + '/' + encodeURIComponent(file), alt: file })
      figure.append(picture, Object.assign(document.createElement('figcaption'), { textContent: set + ': ' + file }))
      main.append(figure)
    }
  }
  function go(step) {
    select.selectedIndex = (select.selectedIndex + step + screens.length) % screens.length
    show()
  }
  document.querySelector('#back').onclick = () => go(-1)
  document.querySelector('#next').onclick = () => go(1)
  addEventListener('change', show)
  addEventListener('keydown', ({ key }) => key === 'ArrowRight' ? go(1) : key === 'ArrowLeft' && go(-1))
  show()
</script>
`
}
