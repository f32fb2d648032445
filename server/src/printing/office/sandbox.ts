import { execFile } from 'node:child_process'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'

/** What a program in a sandbox cannot reach. */
export interface Sandbox {
  hides: 'files and network' | 'network' | 'nothing'
  /** What is put before the program, so that it may write to `folder` alone. */
  commandFor(program: string, folder: string): string[]
}

/** Read-only, where they exist: programs, libraries, fonts and what finds them. */
const systemFolders = `/usr /bin /sbin /lib /lib32 /lib64 /nix /etc/alternatives /etc/fonts /etc/libreoffice
  /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d /var/cache/fontconfig /var/lib/libreoffice`.split(/\s+/)

/** Bubblewrap: file system, network, users and processes of its own, without rights over anything. */
const bubblewrap: Sandbox = {
  hides: 'files and network',
  commandFor: (program, folder) => {
    const rights =
      '--unshare-all --die-with-parent --cap-drop ALL --proc /proc --dev /dev --tmpfs /tmp'.split(' ')
    const system = [...systemFolders, installationOf(program)]
    const readable = system.flatMap((path) => ['--ro-bind-try', path, path])
    return ['bwrap', ...rights, ...readable, '--bind', folder, folder, '--chdir', folder, '--']
  },
}

/** A network of its own without any connection, and processes that end with the first one. */
const unshare: Sandbox = {
  hides: 'network',
  commandFor: () => ['unshare', '--map-root-user', '--net', '--pid', '--fork', '--kill-child'],
}

const none: Sandbox = { hides: 'nothing', commandFor: () => [] }

/** What belongs to a program that was not installed by the system: the folder of LibreOffice, or the program alone. */
function installationOf(program: string): string {
  const folder = dirname(program)
  return basename(folder) === 'program' ? dirname(folder) : program
}

/** Where the programs of a sandbox are looked for, and LibreOffice its own. */
export const systemPath = '/usr/local/bin:/usr/bin:/bin'

/** The best sandbox that this machine permits; containers often permit none. */
export async function findSandbox(folder = '/tmp', candidates = [bubblewrap, unshare]): Promise<Sandbox> {
  for (const sandbox of candidates) {
    const [program, ...rest] = [...sandbox.commandFor('/usr/bin/true', folder), 'true']
    const works = await promisify(execFile)(program, rest, {
      timeout: 5_000,
      env: { PATH: systemPath },
    }).then(
      () => true,
      () => false,
    )
    if (works) return sandbox
  }
  return none
}

/** What the person who runs the shop should know of a sandbox that hides less than it could. */
export const weakSandbox = ({ hides }: Sandbox) =>
  `LibreOffice could read the files of this server${hides === 'network' ? '' : ' and use its network'}: bubblewrap (bwrap) is not installed, or the kernel or the container does not permit it. Documents that name files elsewhere are refused all the same.`
