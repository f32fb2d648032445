import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPackages } from '../../scripts/findPackages.ts'
import type { User } from './processes/unprivilegedUser.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Copies this checkout with its uncommitted changes: on the branch `main`, with the packages that the server needs, the
 * built web app, and an origin that is one commit ahead. Downloads nothing; packages are hard links where possible.
 */
export function copyCheckout(folder: string, user: User | undefined): void {
  const files = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')
  for (const file of new Set(files.filter((name) => name && existsSync(join(root, name))))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(root, file), join(folder, file))
  }
  execFileSync('cp', ['-a', '--parents', 'web/dist', folder], { cwd: root })
  execFileSync('chmod', ['+x', join(folder, 'scripts/our-print.sh')])
  makeOrigin(folder)
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, dirname(folder)])

  // After the recursive chown, which would also change the owner of the files behind hard links.
  linkPackages(folder)
  if (user) execFileSync('chown', [`${user.uid}:${user.gid}`, join(folder, 'node_modules')])
}

function makeOrigin(folder: string): void {
  const origin = join(dirname(folder), 'origin.git')
  git(folder, 'init', '--quiet', '--initial-branch=main')
  commit(folder, 'The version that is there')
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'The next version')
  git(folder, 'clone', '--quiet', '--bare', folder, origin)
  git(folder, 'reset', '--quiet', '--hard', 'HEAD~1')
  git(folder, 'remote', 'add', 'origin', origin)
  git(folder, 'fetch', '--quiet', 'origin')
  git(folder, 'branch', '--quiet', '--set-upstream-to=origin/main', 'main')
}

function commit(folder: string, message: string): void {
  git(folder, 'config', 'user.name', 'Test')
  git(folder, 'config', 'user.email', 'test@print.test')
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message', message)
}

function linkPackages(folder: string): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Parameters<
    typeof findPackages
  >[0]
  const { packages, links } = findPackages(lock, ['', 'server', 'contract'], () => false)
  const outermost = packages.filter(
    (path) => path.lastIndexOf('node_modules/') === path.indexOf('node_modules/'),
  )
  const paths = [
    'node_modules/.package-lock.json',
    'node_modules/.bin/node',
    ...links.map(([from]) => from),
    ...outermost,
  ].filter((path) => existsSync(join(root, path)))
  const copy = (options: string) =>
    execFileSync('cp', [options, '--parents', ...paths, folder], { cwd: root, stdio: 'pipe' })
  try {
    copy('-al')
  } catch {
    // Hard links do not work across file systems.
    copy('-af')
  }
}

function git(folder: string, ...values: string[]): string {
  return execFileSync('git', ['-C', folder, ...values], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}
