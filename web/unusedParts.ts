import type { Plugin } from 'vite'

/** Files of libraries that ours never runs, and what takes their place. */
const unused: Record<string, string> = {
  // The theme switches ripples off for every button.
  '/@mui/material/ButtonBase/TouchRipple.mjs': 'export default () => null',
  // Emotion needs it for `withTheme` alone.
  '/hoist-non-react-statics/dist/hoist-non-react-statics.cjs.js': 'export default (target) => target',
}

/** Leaves parts of libraries out of the build that a bundler cannot know to be unused: 2 KiB of every screen. */
export const unusedParts = (): Plugin => {
  const missing = new Set(Object.keys(unused))
  return {
    name: 'unused-parts',
    apply: 'build',
    load(id) {
      const name = Object.keys(unused).find((file) => id.endsWith(file))
      if (!name) return undefined
      missing.delete(name)
      return unused[name]
    },
    buildEnd() {
      if (missing.size > 0) throw new Error(`Not in the build any more: ${[...missing].join(', ')}`)
    },
  }
}
