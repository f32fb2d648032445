import { buildWeb, fail } from './boot.mjs'
import { ensureInstalled } from './packages.mjs'

// `npm run build`: the same build that `npm start` and `npm test` make, so none of them repeats another's.
await ensureInstalled()
if (!(await buildWeb())) fail('The web app could not be built; the reason is above.')
console.log('The web app is built.')
