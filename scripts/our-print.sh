#!/bin/sh
# The one command of the image: `our-print` is the server, and `our-print admin …`, `backup …` and `restore …` are what
# `npm run admin`, `backup` and `restore` are elsewhere.
set -eu
# Paths are given from where the command was typed.
INIT_CWD=$PWD
export INIT_CWD
cd "$(dirname "$(readlink -f "$0")")/.."

server_flags() { node -p 'require("./scripts/serverFlags.json").join(" ")'; }
command_flags() { node -p 'require("./scripts/commandFlags.json").flags.join(" ")'; }
command_env() { node -p 'Object.entries(require("./scripts/commandFlags.json").env).map((one) => one.join("=")).join(" ")'; }

command=${1:-serve}
[ $# -eq 0 ] || shift
case $command in
  serve) exec node $(server_flags) server/src/main.ts "$@" ;;
  admin) exec node server/src/admin.ts "$@" ;;
  backup | restore) exec env $(command_env) node $(command_flags) "server/src/${command}Command.ts" "$@" ;;
  *) echo "Use: our-print [serve | admin … | backup … | restore …]" >&2; exit 2 ;;
esac
