import { ensureInstalled } from './packages.mjs'

// What package.json runs before the commands of development: `npm start` alone installs less.
await ensureInstalled({ everything: true })
