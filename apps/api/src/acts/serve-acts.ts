/** Turns the acts of the staff into routes: input from path, query and body, and replies in JSON or as downloads. */
import { Readable } from 'node:stream'
import type { AnyAct, FileReply } from '@haat/contract/staff/act'
import { ENTRY_HEADER, VERSION_HEADER } from '@haat/contract/staff/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { callerAddress } from '../network.ts'
import { withRequestId } from '../request-id.ts'
import type { Shop } from '../shop.ts'
import { badRequest } from '../http/failure.ts'
import { attachment, dropEmpty, sendFile, WITHOUT_RANGES } from '../http/serve.ts'
import { admitStaff, requirePermission, type StaffCaller } from '../http/staff-guard.ts'
import type { Who } from './act-table.ts'
import { NAMED_ACTS, runAct, versionOf } from './audit/run-act.ts'
import { replyCsv } from './cells/act-output.ts'
import { type Schema, schemaOf } from './cells/act-schema.ts'

const whoOf = ({ id, name, permissions, session }: StaffCaller, request: FastifyRequest): Who => ({
  via: 'desk',
  staffId: id,
  name,
  permissions,
  session: session.id,
  ip: callerAddress(request),
  requestId: request.id,
})

const BODY_LIMIT = 1024 * 1024

/** Registers a route per act. */
export function serveActs(app: FastifyInstance, shop: Shop): void {
  const acts = [...NAMED_ACTS.values()]
  const versioned = new Set(acts.map(({ group, act }) => `${group}.${act.shown_by}`))
  for (const named of acts) {
    const { id, act } = named
    const [method = '', path = ''] = act.route.split(' ')
    let fields: Record<string, Schema> | undefined
    app.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: BODY_LIMIT,
      async onRequest(request, reply) {
        void reply.header('cache-control', 'no-store')
        requirePermission(await admitStaff(shop, request), act.permission)
      },
      async handler(request, reply) {
        // Made for an act's first call: those of all would take a tenth of a start.
        fields ??= schemaOf(z.object(act.input)).properties!
        const input = decodeInput(act, fields, method === 'GET', request)
        const seen = /^(?:W\/)?"([\w-]+)"$/.exec(request.headers['if-match'] ?? '')?.[1]
        const who = whoOf(request.staff!, request)
        const done = await withRequestId(request.id, () => runAct(shop, who, named, input, seen))
        if (done.entry !== null) void reply.header(ENTRY_HEADER, String(done.entry))
        if (versioned.has(id)) void reply.header(VERSION_HEADER, `"${versionOf(act, done.reply)}"`)
        if (act.spreadsheet && request.headers.accept === 'text/csv')
          return reply.type(TYPES['csv']!).send(replyCsv(act, done.reply))
        if (act.file !== undefined)
          return sendReply(reply, act.file, done.reply as z.output<typeof FileReply>)
        return reply
          .type(TYPES['json']!)
          .send(JSON.stringify(z.encode(act.reply, done.reply as never, WITHOUT_RANGES)))
      },
    })
  }
}

/** @throws Failure 400 with `errors` */
function decodeInput(
  act: AnyAct,
  fields: Record<string, Schema>,
  isQuery: boolean,
  { params, query, body }: FastifyRequest,
): Record<string, unknown> {
  if (isQuery) dropEmpty(query as Record<string, unknown>)
  const texts = { ...(isQuery && (query as object)), ...(params as Record<string, string>) }
  const read = Object.entries(texts).map(([name, text]) => [name, fromText(fields[name] ?? {}, text)])
  if (!isQuery && body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body)))
    throw refusal([{ path: [], message: 'Must be an object' }])
  const wire = { ...(!isQuery && (body as object | undefined)), ...Object.fromEntries(read) }
  for (const [name, schema] of Object.entries(fields)) refuseLocal(name, schema, wire[name], isQuery)
  const parsed = z.safeParse(z.object(act.input), wire)
  if (!parsed.success) throw refusal(parsed.error.issues)
  return parsed.data
}

function refusal(issues: readonly { path: PropertyKey[]; message: string }[]) {
  const errors = issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
  return badRequest(errors[0]?.message ?? 'Invalid request', { code: 'INVALID_REQUEST', errors })
}

/** What a text of the path or query stands for; what it cannot stand for stays a text, which the schema refuses. */
function fromText({ type, anyOf, items = {} }: Schema, value: unknown): unknown {
  if (type === 'array') return [value].flat().map((one) => fromText(items, one))
  if (anyOf) return anyOf.map((one) => fromText(one, value)).find((read) => read !== value) ?? value
  if (typeof value !== 'string') return value
  if (type === 'boolean') return { true: true, false: false }[value] ?? value
  return (type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d+)?$/.test(value)
    ? Number(value)
    : value
}

/** A picture that an upload has stored, one on the web (the fetcher calls public addresses only), or none. */
const PICTURE = /^(\/media\/i-[0-9a-f]{32}\.webp|https:\/\/.*|none)$/s

/** A field that names a file on the command line takes pictures here. @throws Failure 400 */
function refuseLocal(name: string, { local }: Schema, value: unknown, isReading: boolean): void {
  if (local === undefined || value === undefined) return
  const named = local === true ? value : Object(value)[local]
  const path = local === true ? [name] : [name, local]
  for (const one of [named].flat())
    if (one !== undefined && (isReading || typeof one !== 'string' || !PICTURE.test(one)))
      throw refusal([{ path, message: 'Upload the picture first, and give its media_url' }])
}

const TYPES: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

function sendReply(reply: FastifyReply, usual: string, { name, content }: z.output<typeof FileReply>) {
  const type = TYPES[/\.(\w+)$/.exec(name)?.[1] ?? ''] ?? usual
  if (content instanceof Uint8Array) return sendFile(reply, type, name, content)
  return reply.type(type).header('content-disposition', attachment(name)).send(Readable.from(content))
}
