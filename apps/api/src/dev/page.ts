/** The layout of the pages under /dev, their parts, and the two files that they share. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Html, html } from '../html.ts'
import { PACKAGE } from '../package-folder.ts'

const ASSETS = join(PACKAGE, 'assets/dev')
const FILES = { 'tools.js': 'text/javascript', 'tools.css': 'text/css' } as const

/** Allows nothing but the two files of the pages, and mails in a sandboxed frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

// Outside a template: the bundler rewrites templates that contain a closing script tag to use a missing helper.
const SCRIPT = new Html('<script type="module" src="/dev/tools.js"></script>')

export function registerAssets(app: FastifyInstance): void {
  for (const [name, type] of Object.entries(FILES)) {
    const content = readFileSync(join(ASSETS, name), 'utf8')
    app.get(`/dev/${name}`, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(content))
  }
}

/** The sections of /dev. */
const SECTIONS: [id: string, name: string][] = [
  ['clock', 'Clock'],
  ['inbox', 'Inbox'],
  ['pay-lab', 'Pay Lab'],
  ['snapshots', 'Snapshots'],
  ['faults', 'Faults'],
  ['courier', 'Courier'],
  ['state', 'State'],
  ['seeds', 'Seeds'],
]

export function sendPage(reply: FastifyReply, status: number, title: string, body: Html): FastifyReply {
  const page = html`<!doctype html>
    <html lang="en-IN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – Haat QA tools</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/dev/tools.css" />
        ${SCRIPT}
      </head>
      <body>
        <header>
          <a class="shop" href="/">Haat</a>
          <nav aria-label="QA tools">
            <ul>
              ${SECTIONS.map(([id, name]) => html`<li><a href="/dev#${id}">${name}</a></li>`)}
            </ul>
          </nav>
        </header>
        <main>
          <h1>${title}</h1>
          <p id="status" role="status">Ready.</p>
          ${body}
        </main>
      </body>
    </html>`
  return reply
    .status(status)
    .header('content-security-policy', POLICY)
    .type('text/html; charset=utf-8')
    .send(page.text)
}

/** A form that the script sends as JSON; it shows `done` on success. */
export const form = (method: 'POST' | 'PUT' | 'DELETE', url: string, done: string, fields: Html): Html =>
  html`<form data-method="${method}" data-url="${url}" data-done="${done}">${fields}</form>`

/** A form with one button. */
export const buttonForm = (
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  label: string,
  done: string,
): Html => form(method, url, done, html`<button>${label}</button>`)

export const section = (id: string, title: string, body: Html, wide = false): Html =>
  html`<section id="${id}" class="${wide ? 'wide' : ''}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${body}
  </section>`

/** A submit button that sends a value. */
export const submitButton = (
  name: string,
  value: string | number | boolean,
  label: string,
  type = 'number',
): Html => html`<button name="${name}" value="${String(value)}" data-type="${type}">${label}</button>`

/** A field for a number from 0, in steps. */
export const numberField = (label: string, name: string, step: number, value: number): Html =>
  html`<label>
    ${label} <input type="number" min="0" step="${step}" name="${name}" data-type="number" value="${value}" />
  </label>`

/** A table that scrolls sideways where it must. */
export const table = (head: string[], rows: (Html | string)[][]): Html =>
  html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${head.map((title) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
