# Harness and mock in one image. From the root of the checkout, or of the package (node_modules/svc-conformance):
#   docker build --tag svc-conformance .
#   docker run --rm --publish 127.0.0.1:8080:8080 svc-conformance
#   docker run --rm --env SVC_CONFORMANCE_KEY svc-conformance run --base-url https://gateway.example.com
# The mock draws its keys at each start, and prints them: other containers can reach it too.
# Each release names the digest of its base in base-image.txt: --build-arg BASE=node@sha256:... builds on the same bytes.
ARG BASE=node:24.21.0-alpine

FROM ${BASE} AS build
WORKDIR /build
COPY package.json package-lock.json* ./
# The package has no lock file, and is built already. Then only the client of the store is missing.
RUN if [ -f package-lock.json ]; then npm ci --ignore-scripts; else npm install --ignore-scripts --no-save --omit=dev @redis/client@6; fi
COPY . .
RUN [ -d dist ] || npm run build

FROM ${BASE} AS dependencies
WORKDIR /svc-conformance
COPY package.json package-lock.json* ./
# The command runs its checks without Playwright, which is larger than all the rest.
RUN if [ -f package-lock.json ]; then npm ci --omit=dev --ignore-scripts; else npm install --omit=dev --ignore-scripts; fi && rm -rf node_modules/@playwright node_modules/playwright node_modules/playwright-core
# For mocks that share a store; it has no dependencies of its own, and three quarters of it are types and maps.
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
# Reports go to out/ below it; everything else may be read-only.
WORKDIR /certify
RUN chown 1000:1000 /certify
# A number, so that a cluster can tell that it is not root.
USER 1000:1000
EXPOSE 8080
STOPSIGNAL SIGTERM
# It knows the mock of CMD alone: with another --port, or with TLS, give the container a health check of its own or none.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/svc-conformance/dist/cli/main.js"]
CMD ["mock", "--host", "0.0.0.0", "--port", "8080"]
