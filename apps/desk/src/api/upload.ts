/** Sends pictures and videos to the shop: pictures shrunk on the device, a few at a time, again when the connection fails. */
import { UPLOAD_BYTES } from '@haat/contract/staff/products'
import { CSRF_HEADER } from '@haat/contract/staff/session'
import { fileSize } from '../lib/format.ts'
import { asCallError, CallError } from './client.ts'
import { csrfToken, sessionEnded } from './session.ts'

const LONGEST_SIDE = 2048
const AT_ONCE = 3
const TRIES = 3
const RETRY_MS = 1500
/** Smaller files are sent as they are. */
const SMALL_BYTES = 400_000
const QUALITY = 0.88

/** @returns a picture of at most 2,048 pixels; the file itself where the browser cannot read it */
export async function shrink(file: Blob): Promise<Blob> {
  if (!file.type.startsWith('image/')) return file
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height))
    if (scale === 1 && file.size <= SMALL_BYTES) return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.width * scale)
    canvas.height = Math.round(image.height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    // A PNG may have transparent parts, which JPEG does not know.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, QUALITY))
    return small && small.size < file.size ? small : file
  } catch {
    return file
  }
}

interface Reply {
  media_url?: string
  message?: string
}

/** Where files go, and what lets them in. */
export interface Target {
  path: string
  headers: () => Record<string, string>
}

const DESK: Target = { path: '/api/desk/pictures', headers: () => ({ [CSRF_HEADER]: csrfToken() }) }

/** The server answers other types than these as calls of another site, and cannot say what it takes. */
const typeOf = ({ type }: Blob): string =>
  type === '' ? 'image/jpeg' : /^(image|video)\//.test(type) ? type : 'application/octet-stream'

/** `fetch` does not tell how much was sent. */
function post(body: Blob, { path, headers }: Target, onProgress: (part: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    request.setRequestHeader('content-type', typeOf(body))
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(loaded / Math.max(1, total)),
    )
    request.addEventListener('error', () => reject(new CallError(0, 'The connection failed.')))
    request.addEventListener('load', () => {
      const reply: Reply = Object(request.response)
      if (request.status === 200 && reply.media_url) resolve(reply.media_url)
      else reject(new CallError(request.status, reply.message ?? 'The file could not be stored.'))
    })
    request.send(body)
  })
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/**
 * @returns the address of the stored picture or video
 * @throws CallError that names the file
 */
export const upload = (
  file: Blob,
  onProgress: (part: number) => void = () => undefined,
  target: Target = DESK,
): Promise<string> =>
  inTurn(() => sendFile(file, onProgress, target)).catch((error: unknown) => {
    const { status, message, code } = asCallError(error)
    throw new CallError(status, file instanceof File ? `${file.name}: ${message}` : message, code)
  })

async function sendFile(file: Blob, onProgress: (part: number) => void, target: Target): Promise<string> {
  const body = await shrink(file)
  // The server would cut the connection, and nobody would read why.
  if (body.size > UPLOAD_BYTES)
    throw new CallError(
      413,
      `A file can have ${fileSize(UPLOAD_BYTES)} at most, this one has ${fileSize(body.size)}.`,
    )
  for (let tries = 1; ; tries += 1)
    try {
      return await post(body, target, onProgress)
    } catch (error) {
      if (!(error instanceof CallError) || tries === TRIES) throw error
      if (error.status === 401 && target === DESK) await sessionEnded()
      // Of what else can fail, only a lost connection is worth another try.
      else if (error.status === 0 || error.status === 503)
        await new Promise((next) => setTimeout(next, RETRY_MS * tries))
      else throw error
    }
}
