/** The parts of a path that its pattern names. */
export type Params = Readonly<Record<string, string | undefined>>

/** What a pattern (`/order/:id`) names of a path, or undefined where the path is not of this pattern. */
export function matchPath(pattern: string, pathname: string): Params | undefined {
  const found = new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/*$`, 'i').exec(pathname)
  return (
    (found &&
      Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, part]) => [name, decode(part)]))) ??
    undefined
  )
}

/** What somebody typed need not be an encoding. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
