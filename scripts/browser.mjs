import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { node24, root, toolEnv } from './boot.mjs'

const cache = join(root, 'node_modules/.cache/our-print')

/**
 * The path of a browser that starts, installed if necessary; undefined if every way fails. The headless browser of the package
 * comes before one of the system: a desktop browser makes its windows without a screen too, and one walk through the screens
 * took a fifth more CPU time with it.
 */
export function findBrowser() {
  for (const find of [ofPlaywright, ofPackage, ofSystem, ofDownload, ofDebian]) {
    const path = find()
    if (path) return path
  }
  return undefined
}

function ofPlaywright() {
  const code = "import('@playwright/test').then((p) => console.log(p.chromium.executablePath()))"
  return working(spawnSync(node24(), ['-e', code], { cwd: root, encoding: 'utf8' }).stdout?.trim())
}

function ofSystem() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return names.map((name) => working(`/usr/bin/${name}`)).find(Boolean)
}

function ofDownload() {
  console.log('No browser found: asking Playwright for its own ...')
  attempt('playwright', ['install', 'chromium'], 180_000)
  return ofPlaywright()
}

function ofDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium with apt-get ...')
  attempt('apt-get', ['update', '-q'], 120_000)
  attempt('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], 600_000)
  return working('/usr/bin/chromium')
}

/** The browser inside an npm package, unpacked once; users who cannot install programs can run it too. */
function ofPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const description = join(root, 'node_modules/@sparticuz/chromium/package.json')
  if (!existsSync(description)) return undefined
  const home = join(cache, `chromium-${JSON.parse(readFileSync(description, 'utf8')).version}`)
  const start = join(home, 'start.sh')
  if (!existsSync(start)) {
    console.log('Unpacking the Chromium of @sparticuz/chromium ...')
    mkdirSync(cache, { recursive: true })
    const half = mkdtempSync(join(cache, 'unpacking-'))
    // The package unpacks into TMPDIR, and adds missing system libraries only if it thinks that it runs on AWS.
    const env = toolEnv({ TMPDIR: half, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' })
    const code = "import('@sparticuz/chromium').then((c) => c.default.executablePath())"
    spawnSync(node24(), ['-e', code], { cwd: root, env, timeout: 120_000 })
    if (!existsSync(join(half, 'chromium'))) return undefined
    rmSync(home, { recursive: true, force: true })
    renameSync(half, home)
    writeFileSync(start, startScript)
    chmodSync(start, 0o755)
  }
  return working(start)
}

const startScript = `#!/bin/sh
home=$(dirname "$0")
# The system's own libraries go first; these fill in what is missing.
export LD_LIBRARY_PATH="$LD_LIBRARY_PATH:/usr/lib/x86_64-linux-gnu:/usr/lib64:$home/al2023/lib"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$home/fonts"
exec "$home/chromium" "$@"
`

/** The path, if Playwright can open a page with this browser; other checks prove too little. */
function working(path) {
  if (!path || !existsSync(path)) return undefined
  const code = `
    const { chromium } = await import('@playwright/test')
    const browser = await chromium.launch({ executablePath: process.argv[1], args: ['--no-sandbox', '--disable-gpu'] })
    console.log(await (await browser.newPage()).evaluate(() => 'a page ' + 'opens'))
    await browser.close()`
  const options = { cwd: root, encoding: 'utf8', timeout: 45_000, killSignal: 'SIGKILL' }
  const { stdout } = spawnSync(node24(), ['--input-type=module', '-e', code, path], options)
  return stdout?.includes('a page opens') ? path : undefined
}

function attempt(program, args, timeout) {
  const env = toolEnv({ DEBIAN_FRONTEND: 'noninteractive' })
  const { status, stderr } = spawnSync(program, args, { cwd: root, env, timeout, encoding: 'utf8' })
  if (status !== 0)
    console.log(`  ${program} could not: ${stderr?.trim().split('\n').at(-1) || 'no reason given'}`)
}
