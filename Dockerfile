# An empty shop that waits for `haat init`; with HAAT_DEMO=1 a demo.
# One image, one port (3000), one volume (/data): storefront, API and media together.
FROM node:24-slim AS manifests
RUN npm install --global pnpm@12.20.0
WORKDIR /haat
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
COPY apps/api/package.json apps/api/
COPY apps/storefront/package.json apps/storefront/
COPY apps/desk/package.json apps/desk/
COPY packages/ui/package.json packages/ui/
COPY packages/contract/package.json packages/contract/
COPY seed/package.json seed/
COPY e2e/package.json e2e/

FROM manifests AS build
RUN pnpm install --frozen-lockfile --filter '@haat/storefront...' --filter '@haat/desk...' --filter '@haat/api...'
COPY tsconfig.base.json ./
COPY packages packages
COPY seed seed
COPY apps apps
RUN pnpm --filter @haat/storefront --filter @haat/desk --filter @haat/api run build

FROM manifests AS packages
RUN pnpm install --frozen-lockfile --prod --filter '@haat/api...'

FROM node:24-slim
WORKDIR /haat
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# The allocator gives back what pictures took: see scripts/serve.mjs. The cache makes a restart faster.
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=262144
ENV NODE_COMPILE_CACHE=/tmp/haat-compiled
COPY --from=packages /haat ./
COPY packages/contract packages/contract
COPY seed seed
COPY apps/api apps/api
COPY --from=build /haat/apps/api/dist apps/api/dist
COPY --from=build /haat/apps/storefront/dist apps/storefront/dist
COPY --from=build /haat/apps/desk/dist apps/desk/dist
COPY --from=build /haat/apps/storefront/dist-server apps/storefront/dist-server
# In a folder that its user may write, since it writes files of a plain name to where it runs.
RUN printf '#!/bin/sh\ncd /tmp\nexec node /haat/apps/api/dist/haat.js "$@"\n' > /usr/local/bin/haat && chmod +x /usr/local/bin/haat
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/healthz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# The options bound the memory of requests in flight: see scripts/serve.mjs.
CMD ["node", "--max-semi-space-size=8", "apps/api/dist/main.js"]
