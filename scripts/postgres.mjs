// A PostgreSQL for tests: the one at TEST_POSTGRES_URL, else a temporary cluster on this machine.
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { aptInstall } from './apt-install.mjs'
import { freePort } from './free-port.mjs'

/** @typedef {{ url: string, stop: () => Promise<void> }} Postgres `url` names a superuser and a database. */

/**
 * @returns {Promise<Postgres>}
 * @throws {Error} with instructions when there is no PostgreSQL and none can be installed
 */
export async function startPostgres() {
  const url = process.env.TEST_POSTGRES_URL
  if (url) return { url, stop: async () => {} }
  const programs = findPrograms() ?? ((await aptInstall('postgresql')) ? findPrograms() : undefined)
  if (!programs)
    throw new Error(
      'No PostgreSQL found: install it (Debian: apt-get install postgresql; macOS: brew install postgresql), ' +
        'or set TEST_POSTGRES_URL to a database that tests may fill.',
    )
  return await startCluster(programs)
}

/** The folder with `initdb` and `postgres`; the newest version if there are several. */
function findPrograms() {
  const installed = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const versions = installed.sort((a, b) => Number(b) - Number(a))
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => `/usr/lib/postgresql/${version}/bin`),
    '/opt/homebrew/opt/postgresql/bin',
    '/usr/local/opt/postgresql/bin',
  ]
  const holds = (/** @type {string} */ folder) =>
    existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))
  return folders.find((folder) => folder !== '' && holds(folder))
}

/**
 * @param {string} programs
 * @returns {Promise<Postgres>}
 */
async function startCluster(programs) {
  const owner = unprivileged()
  const folder = mkdtempSync(join(owner.uid === undefined ? tmpdir() : '/tmp', 'haat-postgres-'))
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const port = await freePort()
  const server = superviseServer({ programs, folder, port, owner })
  await server.ready
  return { url: `postgres://haat@127.0.0.1:${port}/postgres`, stop: server.stop }
}

/**
 * The server runs under a shell that waits for the end of its input. When this script ends, even by kill -9, the shell
 * stops the server and removes the folder.
 * @param {{ programs: string, folder: string, port: number, owner: { uid?: number, gid?: number } }} cluster
 */
function superviseServer({ programs, folder, port, owner }) {
  const options = ['fsync=off', 'full_page_writes=off', 'max_connections=300', 'unix_socket_directories=']
  const script = `
    cd "$2"
    "$1/initdb" -D "$2/data" -U haat --auth=trust --encoding=UTF8 --no-locale --no-sync >"$2/log" 2>&1 || {
      cat "$2/log" >&2; cd /; rm -rf "$2"; exit 1; }
    "$1/postgres" -D "$2/data" -h 127.0.0.1 -p "$3" ${options.map((option) => `-c ${option}`).join(' ')} &
    read -r _
    kill -INT $! 2>/dev/null; wait $!; cd /; rm -rf "$2"`
  const child = spawn('sh', ['-c', script, 'sh', programs, folder, String(port)], {
    ...owner,
    detached: true,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  /** @type {Promise<void>} */
  const closed = new Promise((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.stdin.end()
    await closed
  }
  return { ready: untilReady(child, stop), stop }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => Promise<void>} stop
 * @returns {Promise<void>}
 */
function untilReady(child, stop) {
  return new Promise((resolve, reject) => {
    let log = ''
    const fail = () => reject(new Error(`PostgreSQL did not start.\n${log.trimEnd()}`))
    const timer = setTimeout(() => void stop().then(fail), 60_000)
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-4000)
      if (!text.includes('ready to accept connections')) return
      clearTimeout(timer)
      resolve()
    })
    child.once('error', fail)
    child.once('close', () => {
      clearTimeout(timer)
      fail()
    })
  })
}

/** The user to run PostgreSQL as, since it refuses to run as root; empty if this script does not run as root. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = ['postgres', 'nobody'].map((name) => users.find((fields) => fields[0] === name)).find(Boolean)
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no other user to run it as.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}
