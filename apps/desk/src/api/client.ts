/** Calls acts and endpoints of the contract: wire form out and in, session, CSRF header, entry and version. */
import type { Endpoint, Reply } from '@haat/contract/endpoint'
import type { AnyAct, FileReply, ReplyOf } from '@haat/contract/staff/act'
import { Upload } from '@haat/contract/staff/jobs'
import { CSRF_HEADER, ENTRY_HEADER, VERSION_HEADER } from '@haat/contract/staff/session'
import * as z from 'zod/mini'
import { csrfToken, sessionEnded } from './session.ts'

// The page's policy forbids code from text, which zod would try.
z.config({ jitless: true })

type Schema = z.core.$ZodType
type Callable = AnyAct | Endpoint

type Optional<Fields> = {
  [
    Name in keyof Fields as Fields[Name] extends z.ZodMiniPrefault | z.ZodMiniOptional ? Name : never
  ]?: z.output<Fields[Name]>
}
type Required<Fields> = {
  [
    Name in keyof Fields as Fields[Name] extends z.ZodMiniPrefault | z.ZodMiniOptional ? never : Name
  ]: z.output<Fields[Name]>
}
type Part<S> = S extends z.ZodMiniObject<infer Shape> ? Optional<Shape> & Required<Shape> : unknown

/** What a call takes, in code's form: paise, Dates, booleans. Fields with a default may be left out. */
export type CallInput<C extends Callable> = C extends AnyAct
  ? Optional<C['input']> & Required<C['input']>
  : C extends Endpoint
    ? Part<C['params']> & Part<C['body']>
    : never
export type CallReply<C extends Callable> = C extends AnyAct
  ? ReplyOf<C> extends z.output<typeof FileReply>
    ? Blob
    : ReplyOf<C>
  : C extends Endpoint
    ? Reply<C>
    : never

/** A reply with what its headers say. */
export interface Sent<Reply> {
  reply: Reply
  /** What an act wrote, in the audit: `audit.undo` takes it. */
  entry: number | null
  /** Of the thing that was shown. */
  version: string | null
}

export interface CallOptions {
  /** The version of the thing that this changes, as it was shown. */
  version?: string | null
  /** False where a 401 is an answer. */
  asksLogin?: boolean
  signal?: AbortSignal
  /** The media type of the reply, JSON by default. */
  accept?: string
  headers?: Record<string, string>
}

export interface FieldError {
  path: string
  message: string
}

/** A failed call. Its message is for people. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** HTTP status; 0 when no reply arrived. */
  readonly status: number
  readonly code: string | undefined
  readonly errors: readonly FieldError[]
  /** Seconds after which the server wants to be asked again; undefined where it does not say. */
  retryAfter: number | undefined

  constructor(status: number, message: string, code?: string, errors: readonly FieldError[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
  }
}

/** Whatever a call threw, for a form to show. */
export const asCallError = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(0, messageOf(error))

/** The sentence for whatever a call threw. */
export const messageOf = (error: unknown): string =>
  error instanceof CallError ? error.message : 'Something went wrong. Please try again.'

const shapeOf = (schema: Schema | undefined): Record<string, Schema> =>
  schema instanceof z.ZodMiniObject ? schema.shape : {}

function planOf(called: Callable) {
  if ('path' in called) {
    const { method, path, reply, file } = called
    return { method, path, reply, file, fields: { ...shapeOf(called.params), ...shapeOf(called.body) } }
  }
  const [method = 'GET', path = ''] = called.route.split(' ')
  return { method, path, reply: called.reply, file: called.file, fields: called.input }
}

/** What is wrong with a field, in words: the schema's own, where it has any. */
function sentenceOf(issue: z.core.$ZodIssue, value: unknown): string {
  const isText = 'origin' in issue && issue.origin === 'string'
  if (typeof value === 'string' ? value.trim() === '' : issue.code === 'too_small')
    return 'Please fill this in.'
  if (issue.message !== 'Invalid input') return issue.message
  if (issue.code === 'too_small' && isText) return `Use at least ${issue.minimum} characters.`
  if (issue.code === 'too_big' && isText) return `Use at most ${issue.maximum} characters.`
  return issue.code === 'invalid_format' && issue.format === 'email'
    ? 'Give an e-mail address, such as asha@example.com.'
    : 'This is not right.'
}

/** @throws CallError that names the fields that are wrong */
function encodeFields(fields: Record<string, Schema>, input: Record<string, unknown>) {
  const errors: FieldError[] = []
  const wire: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(fields)) {
    const value = input[name]
    if (value === undefined) continue
    const encoded = z.safeEncode(schema, value)
    if (encoded.success) wire[name] = encoded.data
    else
      errors.push(
        ...encoded.error.issues.map((issue) => ({
          path: [name, ...issue.path].join('.'),
          message: sentenceOf(
            issue,
            issue.path.reduce<unknown>((at, key) => Object(at)[key], value),
          ),
        })),
      )
  }
  if (errors.length > 0) throw new CallError(400, errors[0]?.message ?? '', 'INVALID_REQUEST', errors)
  return wire
}

function requestOf(called: Callable, input: Record<string, unknown>, options: CallOptions): Request {
  const { method, path, fields } = planOf(called)
  const rest = encodeFields(fields, input)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  const url = new URL(filled, window.location.href)
  const headers = new Headers({ accept: options.accept ?? 'application/json', ...options.headers })
  if (options.version) headers.set('if-match', options.version)
  if (method === 'GET') {
    for (const [name, value] of Object.entries(rest))
      for (const one of Array.isArray(value) ? value : [value])
        if (one !== false && one !== '') url.searchParams.append(name, String(one))
    return new Request(url, { headers, signal: options.signal })
  }
  headers.set(CSRF_HEADER, csrfToken())
  headers.set('content-type', 'application/json')
  return new Request(url, { method, headers, body: JSON.stringify(rest), signal: options.signal })
}

const UNREACHABLE = 'The shop could not be reached. Please check your connection.'

async function fetchReply(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    if (request.signal.aborted) throw error
    throw new CallError(0, UNREACHABLE)
  }
}

const Refusal = z.object({
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})

async function refusalOf(response: Response): Promise<CallError> {
  const body: unknown = await response.json().catch(() => ({}))
  const { data } = z.safeParse(Refusal, body)
  const message = data?.message ?? `The shop answered ${response.status}. Please try again.`
  const error = new CallError(response.status, message, data?.code, data?.errors)
  const seconds = Number(response.headers.get('retry-after'))
  if (seconds > 0) error.retryAfter = seconds
  return error
}

/** Sends a request; where the session has ended, once more after a login. @throws CallError */
async function fetchOk(request: () => Request, asksLogin = true): Promise<Response> {
  let response = await fetchReply(request())
  if (response.status === 401 && asksLogin) {
    await sessionEnded()
    response = await fetchReply(request())
  }
  if (!response.ok) throw await refusalOf(response)
  return response
}

/** @throws CallError when the server refuses, fails or cannot be reached */
export async function send<C extends Callable>(
  called: C,
  input: CallInput<C>,
  options: CallOptions = {},
): Promise<Sent<CallReply<C>>> {
  const response = await fetchOk(() => requestOf(called, Object(input), options), options.asksLogin)
  const { reply, file } = planOf(called)
  const entry = Number(response.headers.get(ENTRY_HEADER))
  return {
    // The schema of `called` is that of its type.
    reply: (file === undefined
      ? z.decode(reply, await response.json())
      : await response.blob()) as CallReply<C>,
    entry: entry > 0 ? entry : null,
    version: response.headers.get(VERSION_HEADER),
  }
}

/** As `send`, for the reply alone. */
export const call = async <C extends Callable>(
  called: C,
  input: CallInput<C>,
  options?: CallOptions,
): Promise<CallReply<C>> => (await send(called, input, options)).reply

/** Stores a file for an import. @returns the name by which acts take it */
export async function uploadFile(file: File): Promise<string> {
  const url = new URL(`/api/desk/files?name=${encodeURIComponent(file.name)}`, window.location.href)
  const response = await fetchOk(() => {
    const headers = { [CSRF_HEADER]: csrfToken(), 'content-type': 'application/octet-stream' }
    return new Request(url, { method: 'POST', headers, body: file })
  })
  return z.parse(Upload, await response.json()).file
}

/** Calls an act whose reply is a file. @param accept `text/csv` for a reply that can be a spreadsheet */
export async function download<A extends AnyAct>(
  act: A,
  input: CallInput<A>,
  accept?: 'text/csv',
): Promise<Blob> {
  const response = await fetchOk(() => requestOf(act, Object(input), { accept }))
  return await response.blob()
}
