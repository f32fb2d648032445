# Our Print in a container; compose.yaml runs it together with its database. docs/operations.md says how.
# What the image holds is put together by scripts/assemble.mjs, which a test runs, too.

FROM node:24.21-bookworm-slim AS build
WORKDIR /source
# The packages first: they change less often than the sources.
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY postgres/package.json postgres/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --include=dev --include=optional --no-audit --no-fund
COPY . .
RUN node scripts/assemble.mjs /app

FROM node:24.21-bookworm-slim
# Process 1 of a container must pass signals on and take in what other processes leave behind: Node does the first only.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /app /app
# Volumes take over owner and mode of these folders.
RUN install -d -o node -g node -m 0700 /data /backups \
  && ln -s /app/scripts/our-print.sh /usr/local/bin/our-print
WORKDIR /app
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# The image's own ordinary user, 1000. The root file system may be read-only; /data and /tmp are written to.
USER node
EXPOSE 3000
# Whether the process answers. A full disk or a database that is away is no reason to replace it: it recovers by itself.
HEALTHCHECK --interval=10s --timeout=5s --start-period=2m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "our-print"]
CMD ["serve"]
