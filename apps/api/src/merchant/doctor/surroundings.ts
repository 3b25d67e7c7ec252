/** What the checklist of production learns from outside the shop. */
import { existsSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { smtpFailure } from '../../adapters/smtp.ts'

export interface Surroundings {
  /** Status and HSTS header of a reply, through the proxy. Rejects when there is none. */
  ask(url: string): Promise<{ status: number; hsts: string | null }>
  /** Logs in at the mail server; returns why that failed, or null. */
  logInToMail(url: string, requireTLS: boolean): Promise<string | null>
  /** Free space of the disk that holds a folder, in bytes. */
  freeBytes(folder: string): Promise<number>
  /** Whether the shop runs in a container, whose ports are closed unless they are published. */
  isContainer(): boolean
}

const ASK_MS = 10_000
/** Docker and Podman make these. */
const CONTAINER_FILES = ['/.dockerenv', '/run/.containerenv']
const MOUNTS = '/proc/self/mounts'

/**
 * Whether the root folder is made of layers, as in containers of every kind.
 *
 * @param mounts as in /proc/mounts: device, folder, type, options
 */
export const hasLayeredRoot = (mounts: string): boolean =>
  mounts.split('\n').some((line) => /^\S+ \/ (fuse-)?(overlay(fs)?|aufs) /.test(line))

export const realSurroundings: Surroundings = {
  async ask(url) {
    const { status, headers } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ASK_MS) })
    return { status, hsts: headers.get('strict-transport-security') }
  },
  logInToMail: (url, requireTLS) => smtpFailure(url, { requireTLS }),
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  },
  isContainer: () =>
    CONTAINER_FILES.some((file) => existsSync(file)) ||
    (existsSync(MOUNTS) && hasLayeredRoot(readFileSync(MOUNTS, 'utf8'))),
}
