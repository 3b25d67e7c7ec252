/** PostgreSQL servers that a test may stop, pause and promote. Their programs are those of the test server. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'

const run = promisify(execFile)
const START_WITHIN_MS = 60_000

export interface PostgresServer {
  url: string
  start: () => Promise<void>
  /** INT ends its connections; QUIT ends everything at once, as a crash does. */
  stop: (signal?: 'INT' | 'QUIT') => Promise<void>
  /** Stops or continues all its processes. */
  signal: (signal: 'SIGSTOP' | 'SIGCONT') => Promise<void>
  query: <Row extends pg.QueryResultRow>(statement: string) => Promise<Row[]>
}

interface Installation {
  /** The folder of the programs. */
  programs: string
  /** Who may run them: not root. */
  owner: { uid: number; gid: number } | object
}

async function installation(): Promise<Installation> {
  const [row] = await queryAt<{ programs: string; data: string }>(
    inject('server'),
    `select setting as programs, current_setting('data_directory') as data from pg_config() where name = 'BINDIR'`,
  )
  const { programs = '', data = '' } = row ?? {}
  const { uid, gid } = statSync(data, { throwIfNoEntry: false }) ?? {}
  if (uid === undefined)
    throw new Error('The server at TEST_POSTGRES_URL is not on this machine, or hides its folder.')
  return { programs, owner: process.getuid?.() === 0 ? { uid, gid } : {} }
}

async function queryAt<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Starts a primary. What it has committed survives its crash, not that of the machine. */
export async function startPrimary(): Promise<PostgresServer> {
  const found = await installation()
  return startServer(found, (data) =>
    run(
      join(found.programs, 'initdb'),
      ['-D', data, '-U', 'haat', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'],
      { ...found.owner, cwd: '/' },
    ),
  )
}

/** Starts a streaming replica. */
export async function startReplica(primary: PostgresServer): Promise<PostgresServer> {
  const found = await installation()
  const from = ['-d', primary.url, '--checkpoint=fast', '--wal-method=stream', '--write-recovery-conf']
  return startServer(found, (data) =>
    run(join(found.programs, 'pg_basebackup'), ['-D', data, '--no-sync', ...from], {
      ...found.owner,
      cwd: '/',
    }),
  )
}

const OPTIONS = ['fsync=off', 'full_page_writes=off', 'shared_buffers=16MB', 'unix_socket_directories=']

/** Stops the server when its input ends: also when this process is killed. */
const SCRIPT = `"$@" & read -r signal; kill -"\${signal:-QUIT}" $!; wait $!`

async function startServer(
  { programs, owner }: Installation,
  fill: (data: string) => Promise<unknown>,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join('uid' in owner ? '/tmp' : tmpdir(), 'haat-cluster-'))
  if ('uid' in owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const url = `postgres://haat@127.0.0.1:${port}/postgres`
  let child: ReturnType<typeof spawnServer> | null = null

  function spawnServer() {
    const options = OPTIONS.flatMap((option) => ['-c', option])
    const command = [
      join(programs, 'postgres'),
      '-D',
      data,
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      ...options,
    ]
    return spawn('sh', ['-c', SCRIPT, 'sh', ...command], {
      ...owner,
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
  }
  const signal: PostgresServer['signal'] = async (name) => {
    const main = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    const { stdout } = await run('pgrep', ['-P', String(main)])
    for (const pid of [main, ...stdout.trim().split('\n').map(Number)]) process.kill(pid, name)
  }
  const stop: PostgresServer['stop'] = async (name = 'INT') => {
    if (child === null) return
    const closed = once(child, 'close')
    child.stdin.end(`${name}\n`)
    await closed
    child = null
  }
  const start = async (): Promise<void> => {
    child = spawnServer()
    const end = Date.now() + START_WITHIN_MS
    while (!(await queryAt(url, 'select 1').catch(() => null))) {
      if (Date.now() > end || child.exitCode !== null) throw new Error(`PostgreSQL did not start in ${data}`)
      await sleep(50)
    }
  }
  onTestFinished(async () => {
    if (child) await signal('SIGCONT').catch(() => undefined)
    await stop('QUIT')
    rmSync(folder, { recursive: true, force: true })
  })
  await fill(data)
  await start()
  return { url, start, stop, signal, query: (statement) => queryAt(url, statement) }
}
