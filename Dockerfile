# Our Print in a container; compose.yaml runs it together with its database. docs/operations.md says how.
# scripts/assemble.mjs collects the content of the image; test/image.proof.test.ts runs it too.

FROM node:24.21-bookworm-slim AS build
WORKDIR /source
# The packages first: they change less often than the sources.
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY postgres/package.json postgres/
COPY server/package.json server/
COPY web/package.json web/
COPY examples/package.json examples/
RUN npm ci --omit=dev --include=optional --no-audit --no-fund
COPY . .
RUN node scripts/assemble.mjs /app

FROM node:24.21-bookworm-slim
# Process 1 of a container must handle signals and reap orphaned processes. Node does only the first. PDF files need fonts.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini fonts-noto-core \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /app /app
# New volumes get the owner and mode of these folders.
RUN install -d -o node -g node -m 0700 /data /backups \
  && ln -s /app/scripts/our-print.sh /usr/local/bin/our-print
WORKDIR /app
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# The unprivileged user of the base image (1000). The root file system may be read-only; /data and /tmp are written to.
USER node
EXPOSE 3000
# Checks only that the process answers. With a full disk or an unreachable database it recovers by itself.
HEALTHCHECK --interval=10s --timeout=5s --start-period=2m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "our-print"]
CMD ["serve"]
