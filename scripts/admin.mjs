import { node24, run } from './boot.mjs'
import { ensureInstalled } from './packages.mjs'

// `npm run admin -- list`, `create EMAIL` or `reset EMAIL`: manages super admins, whether the server runs or not.
await ensureInstalled()
const { code } = await run(node24(), ['server/src/app/admin.ts', ...process.argv.slice(2)])
process.exitCode = code
