#!/bin/sh
# The only command of the image: `our-print` is the server; `our-print admin …`, `audit …`, `backup …` and `restore …` are
# the npm scripts of these names.
set -eu
# Relative paths start from the folder where the command was typed.
INIT_CWD=$PWD
export INIT_CWD
cd "$(dirname "$(readlink -f "$0")")/.."

flags_of() { node -p "require('./scripts/nodeFlags.json').$1.flags.join(' ')"; }
env_of() { node -p "Object.entries(require('./scripts/nodeFlags.json').$1.env).map((one) => one.join('=')).join(' ')"; }

command=${1:-serve}
[ $# -eq 0 ] || shift
case $command in
  serve) exec env $(env_of server) node $(flags_of server) server/src/app/main.ts "$@" ;;
  admin) exec node server/src/app/admin.ts "$@" ;;
  audit | backup | restore) exec env $(env_of command) node $(flags_of command) "server/src/app/${command}Command.ts" "$@" ;;
  *) echo "Use: our-print [serve | admin … | audit … | backup … | restore …]" >&2; exit 2 ;;
esac
