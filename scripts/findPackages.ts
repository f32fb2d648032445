// Finds the packages of a lockfile that some workspaces need at run time. npm can install such a part but not copy it;
// copying installed packages needs no network.

interface LockedPackage {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  /** The folder of a workspace, where `link` is true. */
  resolved?: string
  link?: boolean
}

/**
 * Returns the folders of all packages that the workspaces need, resolved as Node does, and the links between workspaces.
 * An excluded package excludes its own dependencies too, unless another package needs them.
 */
export function findPackages(
  { packages }: { packages: Record<string, LockedPackage> },
  workspaces: string[],
  isExcluded: (name: string) => boolean,
): { packages: string[]; links: [from: string, to: string][] } {
  const found = new Set<string>()
  const links = new Map<string, string>()

  function visit(folder: string): void {
    for (const name of needs(packages[folder] ?? {})) {
      const path = isExcluded(name) ? undefined : find(folder, name)
      if (!path || found.has(path) || links.has(path)) continue
      const { link, resolved = '' } = packages[path] ?? {}
      if (link) links.set(path, resolved)
      else found.add(path)
      visit(link ? resolved : path)
    }
  }

  /** The nearest node_modules that contains it, from the folder upwards. */
  function find(folder: string, name: string): string | undefined {
    for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const path = at ? `${at}/node_modules/${name}` : `node_modules/${name}`
      if (path in packages) return path
      if (!at) return undefined
    }
  }

  for (const workspace of workspaces) visit(workspace)
  return { packages: [...found], links: [...links] }
}

function needs({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta = {},
}: LockedPackage): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}
