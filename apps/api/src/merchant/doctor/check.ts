/** What a check of `haat doctor` is, and what it finds. */
import { existsSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { AllSettings } from '@haat/contract/settings'
import { smtpFailure } from '../../adapters/smtp.ts'
import type { ConfigWarning } from '../../config.ts'
import type { DatabaseProblem } from '../../db/database.ts'
import type { Shop } from '../../shop.ts'
import type { NamedRow } from './doctor.store.ts'

export interface Examined extends Shop {
  settings: AllSettings
  surroundings: Surroundings
  /** What is wrong with the servers of the database. */
  problems: readonly DatabaseProblem[]
  /** Whether the checklist of production is asked for. */
  isChecklist: boolean
}

export interface Finding {
  /** An `error` must be corrected before the shop may sell; a `warning` should be. */
  level: 'error' | 'warning'
  what: string
  /** The path, below the desk, of the screen that corrects it; none where only whoever runs the server can. */
  screen?: string
  /** On the command line. Lines: a command that corrects it, with a `# comment`, or a sentence; further lines are other ways. */
  remedy: string
}
type Level = Finding['level']

interface Check {
  /** The point of the checklist in docs/running-in-production.md to which it belongs. */
  point: string
  /** Whether the shop has what the point is about. */
  isUsed: (shop: Examined) => boolean
  find: (shop: Examined) => Promise<Finding[]>
}
/** By their ids. */
export type Checks = Readonly<Record<string, Check>>

/** True, or a text for the sentence; rows, which the sentence names; texts, problems and warnings, which are a finding each. */
type Several = readonly string[] | readonly DatabaseProblem[] | readonly ConfigWarning[]
export type Found = boolean | string | null | readonly NamedRow[] | Several
type Seen<T> = T extends Several ? T[number] : T extends false | null ? never : T
type Text<T> = string | ((found: Seen<T>) => string)

export type Define = <T extends Found>(
  query: (shop: Examined) => T | Promise<T>,
  sentence: Text<T>,
  screen: Text<T> | null | ((found: Seen<T>) => string | null),
  ...remedy: [Text<T>, ...Text<T>[]]
) => Check

const SHOWN_ROWS = 3

function namesOf(rows: readonly NamedRow[]): string {
  const names = rows.slice(0, SHOWN_ROWS).map(({ name }) => name)
  const more = rows.length > SHOWN_ROWS ? ` and ${rows.length - SHOWN_ROWS} more` : ''
  return ` (${rows.length}): ${names.join(', ')}${more}`
}

/** What was found once, or several times. */
function each<T extends Found>(found: T): Seen<T>[] {
  const isNothing = !found || (Array.isArray(found) && found.length === 0)
  const isSeveral = Array.isArray(found) && !('id' in Object(found[0]))
  return (isNothing ? [] : isSeveral ? found : [found]) as Seen<T>[]
}

/** The last point of the checklist: what `haat doctor` says. It can look for what is missing, not judge the texts. */
export const SHOP = 'haat doctor finds nothing missing in what the shop says and sells'

/**
 * Makes the checks of one point of the checklist.
 *
 * @param isUsed whether the shop has what the point is about; always, by default
 */
export function checksOf(point: string, isUsed: Check['isUsed'] = () => true) {
  const define =
    (inShop: Level | null, inChecklist: Level): Define =>
    (query, sentence, screen, ...remedies) => ({
      point,
      isUsed,
      find: async (shop) => {
        const level = shop.isChecklist ? inChecklist : inShop
        if (level === null) return []
        return each(await query(shop)).map((found) => {
          const say = (text: typeof sentence): string => (typeof text === 'string' ? text : text(found))
          const path = typeof screen === 'function' ? screen(found) : screen
          const names = Array.isArray(found) ? namesOf(found as readonly NamedRow[]) : ''
          const what = `${say(sentence).replace(/\.$/, '')}${names}.`
          const remedy = remedies.map(say).join('\n')
          return { level, what, ...(path !== null && { screen: path }), remedy }
        })
      },
    })
  return {
    error: define('error', 'error'),
    warning: define('warning', 'warning'),
    /** A warning that the checklist of production counts as an error. */
    warningOrError: define('warning', 'error'),
    /** Only asked by the checklist of production. */
    production: define(null, 'error'),
  }
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

/** What the checklist of production learns from outside the shop. */
export const realSurroundings = {
  /** Status and HSTS header of a reply, through the proxy. Rejects when there is none. */
  async ask(url: string) {
    const { status, headers } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ASK_MS) })
    return { status, hsts: headers.get('strict-transport-security') }
  },
  /** Logs in at the mail server; returns why that failed, or null. */
  logInToMail: (url: string, requireTLS: boolean) => smtpFailure(url, { requireTLS }),
  /** Free space of the disk that holds a folder, in bytes. */
  async freeBytes(folder: string) {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  },
  /** Whether the shop runs in a container, whose ports are closed unless they are published. */
  isContainer: () =>
    CONTAINER_FILES.some((file) => existsSync(file)) ||
    (existsSync(MOUNTS) && hasLayeredRoot(readFileSync(MOUNTS, 'utf8'))),
}

export type Surroundings = typeof realSurroundings
