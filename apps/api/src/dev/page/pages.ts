import type { FastifyInstance } from 'fastify'
import { registerAssets, sendPage } from './document.ts'
import { type HomeParts, homePage } from './home-page.ts'
import { registerInboxPages } from './inbox-pages.ts'

/** The pages of the tools, for people. */
export function registerPages(app: FastifyInstance, parts: HomeParts): void {
  registerAssets(app)
  registerInboxPages(app, parts.tools.shop)
  app.get('/dev', (_request, reply) => sendPage(reply, 200, 'QA tools', homePage(parts)))
}
