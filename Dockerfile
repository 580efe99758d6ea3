# Harness and mock in one image. Build it in the root of the checkout or of the package (node_modules/svc-conformance):
#   docker build --tag svc-conformance .
#   docker run --rm --publish 127.0.0.1:8080:8080 svc-conformance
#   docker run --rm --env SVC_CONFORMANCE_KEY svc-conformance run --base-url https://gateway.example.com
# The mock generates keys at each start and prints them, because other containers can reach it too.
# Each release has the digest of its base in base-image.txt: --build-arg BASE=node@sha256:... builds on the same bytes.
ARG BASE=node:24.21.0-alpine

FROM ${BASE} AS build
WORKDIR /build
COPY package.json package-lock.json* ./
# The package has no lock file and is already built, so it only needs the client of the store.
RUN if [ -f package-lock.json ]; then npm ci --ignore-scripts; else npm install --ignore-scripts --no-save --omit=dev @redis/client@6; fi
COPY . .
RUN [ -d dist ] || npm run build

FROM ${BASE} AS dependencies
WORKDIR /svc-conformance
COPY package.json package-lock.json* ./
# The command runs without Playwright, which is larger than everything else together.
RUN if [ -f package-lock.json ]; then npm ci --omit=dev --ignore-scripts; else npm install --omit=dev --ignore-scripts; fi && rm -rf node_modules/@playwright node_modules/playwright node_modules/playwright-core
# The client for mocks that share a store. It has no dependencies. Three quarters of it are types and source maps.
COPY --from=build /build/node_modules/@redis node_modules/@redis
RUN find node_modules/@redis -type f ! -name '*.js' ! -name '*.json' -delete

FROM ${BASE}
LABEL org.opencontainers.image.title="svc-conformance" org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production
WORKDIR /svc-conformance
COPY --from=dependencies /svc-conformance/node_modules node_modules
COPY --from=build /build/dist dist
COPY package.json LICENSE ./
COPY schemas schemas
COPY suites/cases suites/cases
# Reports are written to out/ in this folder; everything else may be read-only.
WORKDIR /certify
RUN chown 1000:1000 /certify
# A number, so that a cluster can verify that the user is not root.
USER 1000:1000
EXPOSE 8080
STOPSIGNAL SIGTERM
# This works only for the mock of CMD. With another --port, or with TLS, set another health check or disable it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/svc-conformance/dist/cli/main.js"]
CMD ["mock", "--host", "0.0.0.0", "--port", "8080"]
