import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { atNight } from '../../../scripts/depth.ts'
import { freePort } from '../../../scripts/free-port.mjs'
import { ConfigError, readConfig } from '../src/config.ts'
import { explainError } from '../src/merchant/command.ts'
import { openShop } from '../src/open-shop.ts'
import { overwritePage } from './damage.ts'
import { openFolderShop } from './folder-shop.ts'
import { haatInProcess } from './haat-in-process.ts'
import { demoFolder, openProcess, startProcess, stopProcess, temporaryFolder } from './server-process.ts'

/** Starts a process that must fail. @returns exit code and output */
async function refusedStart(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = startProcess({ PORT: String(await freePort()), ...env })
  await once(child, 'close')
  return { code: child.exitCode, output: child.output() }
}

/** Opens a shop as a start does, which must fail for a reason that the owner can correct. @returns the reason */
async function refusedShop(env: Record<string, string>): Promise<string> {
  const open = async () => openShop(readConfig(env))
  const lines = await open().then(() => null, explainError)
  expect(lines).toHaveLength(1)
  return lines?.[0] ?? ''
}

const withoutStack = (output: string) => expect(output).not.toMatch(/^\s+at /m)

describe('a failed start', () => {
  const WRONG = {
    PORT: 'seventy',
    METRICS_PORT: 'eighty',
    DATABASE_URL: 'mysql://localhost/shop',
    PUBLIC_URL: 'shop.example',
    SMTP_URL: 'mail.example:25',
    JWT_SECRET: 'short',
    PAYMENT_SECRET: 'short',
    RATE_LIMIT: 'maybe',
    LOG_LEVEL: 'loud',
    HAAT_DEV: 'yes',
    TRUST_PROXY: 'yes',
    PAYMENT: 'paypal',
    HAAT_DEMO: 'yes',
  }

  it('with an invalid value prints one line and exits with 2', async () => {
    const { code, output } = await refusedStart({ DATA_DIR: temporaryFolder(), PORT: '70000' })
    expect(code).toBe(2)
    expect(output).toMatch(/^Haat cannot start: PORT .*\n$/)
  })

  it('with several invalid values has a line for each', async () => {
    const read = async () => readConfig({ DATA_DIR: temporaryFolder(), ...WRONG })
    const lines = await read().then(() => [], explainError)
    expect(lines).toHaveLength(Object.keys(WRONG).length)
    for (const name of Object.keys(WRONG))
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${name} `)))
  })

  it.each(Object.entries(WRONG))('refuses %s=%s', (name, value) => {
    const read = () => readConfig({ DATA_DIR: temporaryFolder(), [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} [^\\n]*$`))
  })

  it('names a port in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as { port: number }
    const { code, output } = await refusedStart({ DATA_DIR: temporaryFolder(), PORT: String(port) })
    holder.close()
    expect(code).toBe(2)
    expect(output).toContain(`Port ${port} is taken`)
    withoutStack(output)
  })

  it('names a data folder that is a file', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, 'x')
    expect(await refusedShop({ DATA_DIR: file })).toContain('cannot be written')
  })

  it('names a data folder that cannot be created', async () => {
    expect(await refusedShop({ DATA_DIR: '/proc/haat/data' })).toContain('cannot be written')
  })

  describe('with an invalid database', () => {
    let sound: Buffer
    beforeAll(() => {
      sound = readFileSync(inject('template'))
    })

    const folderWith = (content: Buffer): string => {
      const folder = temporaryFolder()
      writeFileSync(join(folder, 'haat.db'), content)
      return folder
    }
    const flipped = (): Buffer => {
      const copy = Buffer.from(sound)
      copy.fill(0xff, 0, 64)
      return copy
    }

    it.each([
      ['empty', () => Buffer.alloc(0)],
      ['not a database', () => Buffer.from('This is a shopping list.'.repeat(100))],
      ['cut short', () => sound.subarray(0, Math.floor(sound.length / 2))],
      ['cut within its header', () => sound.subarray(0, 50)],
      ['overwritten at its head', flipped],
    ])('refuses a file that is %s, and does not change it', async (_what, content) => {
      const folder = folderWith(content())
      const before = readFileSync(join(folder, 'haat.db'))
      expect(await refusedShop({ DATA_DIR: folder })).toMatch(/^.*haat\.db .*$/)
      expect(readFileSync(join(folder, 'haat.db')).equals(before)).toBe(true)
    })

    it('refuses a folder in its place', async () => {
      const folder = temporaryFolder()
      mkdirSync(join(folder, 'haat.db'))
      expect(await refusedShop({ DATA_DIR: folder })).toMatch(/^.*haat\.db is not a Haat database.*$/)
    })

    atNight(() => {
      it('refuses one with rubbish in the middle, as doctor does', async () => {
        const DATA_DIR = await demoFolder()
        const file = join(DATA_DIR, 'haat.db')
        overwritePage(file)
        mkdirSync(join(DATA_DIR, 'backups'))
        const backups = ['02', '03'].map((day) =>
          join(DATA_DIR, 'backups', `haat-2026-03-${day}T06-30-00Z.tar.gz`),
        )
        for (const backup of backups) writeFileSync(backup, gzipSync(Buffer.alloc(1024)))
        const before = readFileSync(file)
        const { code, output } = await refusedStart({ DATA_DIR })
        const refusal = `${file} is damaged. Nothing was changed. To restore a backup: haat restore ${backups[1]} --replace`
        expect([code, output]).toEqual([2, `Haat cannot start: ${refusal}\n`])
        const doctor = await haatInProcess(['doctor'], { cwd: DATA_DIR, env: { DATA_DIR } })
        expect([doctor.code, doctor.err]).toEqual([2, `haat: ${refusal}\n`])
        expect(readFileSync(file).equals(before)).toBe(true)
      })
    })

    it.each([
      ['secrets', 'secrets.json'],
      ['media', 'media/lamp.svg'],
      ['backups', 'backups/haat-2026-03-31T06-30-00Z.tar.gz'],
      ['replaced shop', 'before-restore-2026-03-31'],
      ['migrated database', 'haat.db.before-migration-2026-03-31'],
    ])('opens no new shop beside the %s of another, and changes nothing', async (_what, name) => {
      const DATA_DIR = temporaryFolder()
      const secret = 'x'.repeat(16)
      for (const folder of ['media', 'backups']) mkdirSync(join(DATA_DIR, folder))
      writeFileSync(join(DATA_DIR, name), JSON.stringify({ jwt: secret, payment: secret }))
      const paths = ['.', ...readdirSync(DATA_DIR)]
      for (const path of paths) chmodSync(join(DATA_DIR, path), 0o755)
      for (let start = 0; start < 2; start += 1) {
        expect(await refusedShop({ DATA_DIR })).toMatch(/^.* but no database\. .*$/)
      }
      expect(['.', ...readdirSync(DATA_DIR)]).toEqual(paths)
      for (const path of paths) expect(statSync(join(DATA_DIR, path)).mode & 0o777).toBe(0o755)
    })

    it('opens a new shop beside empty folders', async () => {
      const DATA_DIR = temporaryFolder()
      for (const folder of ['media', 'backups']) mkdirSync(join(DATA_DIR, folder))
      const shop = await openShop(readConfig({ DATA_DIR }))
      await shop.db.close()
      expect(readdirSync(DATA_DIR)).toContain('secrets.json')
    })

    it('uses the secrets of a process that was faster', async () => {
      const DATA_DIR = temporaryFolder()
      const slow = readConfig({ DATA_DIR })
      const first = await openShop(readConfig({ DATA_DIR }))
      const second = await openShop(slow)
      for (const name of ['jwtSecret', 'keys', 'paymentSecret'] as const)
        expect(second.config[name]).toEqual(first.config[name])
      await Promise.all([first.db.close(), second.db.close()])
    })

    it('refuses a database newer than the program', async () => {
      const folder = temporaryFolder()
      const file = join(folder, 'haat.db')
      copyFileSync(inject('template'), file)
      const database = new Sqlite(file)
      database.prepare("insert into applied_migrations (hash, at) values ('of the future', 1)").run()
      database.close()
      expect(await refusedShop({ DATA_DIR: folder })).toContain('newer than this program')
    })

    it('refuses the database of another program', async () => {
      const folder = temporaryFolder()
      const database = new Sqlite(join(folder, 'haat.db'))
      database.exec('create table notes (text text)')
      database.close()
      mkdirSync(join(folder, 'media'))
      chmodSync(join(folder, 'media'), 0o755)
      expect(await refusedShop({ DATA_DIR: folder })).toContain('not a Haat database')
      expect(readdirSync(folder)).toEqual(['haat.db', 'media'])
      expect(statSync(join(folder, 'media')).mode & 0o777).toBe(0o755)
    })
  })
})

describe('a start in production', () => {
  const production = { NODE_ENV: 'production', LOG_LEVEL: 'silent', RATE_LIMIT: 'off' }
  const demo = { email: 'asha@example.com', password: 'Demo@1234' }

  const openFolder = async (DATA_DIR: string, env: Record<string, string> = production) => {
    const { url, child } = await openProcess({ DATA_DIR, ...env })
    const read = async (path: string, body?: object): Promise<{ status: number; body: never }> => {
      const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
      const reply = await fetch(url + path, body && { ...json, body: JSON.stringify(body) })
      if (reply.status === 503) {
        // A busy machine asks to come again in a second.
        await sleep(1000)
        return read(path, body)
      }
      return { status: reply.status, body: JSON.parse(await reply.text()) as never }
    }
    return { child, read, output: () => (child as unknown as { output(): string }).output() }
  }

  it('on an empty folder waits for its owner, and haat init sets it up while it runs', async () => {
    const folder = temporaryFolder()
    const { child, read, output } = await openFolder(folder)
    await vi.waitFor(() => expect(output()).toContain('haat init'), 30_000)
    expect(output()).toContain('not set up yet')
    expect(output()).not.toMatch(/Demo@1234|asha@|test bank/)
    expect((await read('/api/settings')).body).toMatchObject({
      is_set_up: false,
      online_payment: false,
      settings: { limits: { pieces_per_line: 10, verified_contact: true } },
    })
    expect((await read('/api/products/filter')).body).toMatchObject({ products: [], total: 0 })
    expect((await read('/api/auth/login', demo)).status).toBe(401)
    const init = await haatInProcess(['init', '--yes', '--name', 'Meera Stores'], {
      cwd: folder,
      env: { DATA_DIR: folder },
    })
    expect(init).toMatchObject({ code: 0, err: '' })
    const { body } = await read('/api/settings')
    expect(body).toMatchObject({
      is_set_up: true,
      settings: { shop_name: 'Meera Stores', limits: { open_cod_orders: 3, cod_order_value: 50_000 } },
    })
    await stopProcess(child)
    const again = await openFolder(folder)
    await vi.waitFor(() => expect(again.output()).toContain('Haat is open'), 30_000)
    expect((await again.read('/api/products/filter')).body).toMatchObject({ total: 0 })
    await stopProcess(again.child)
  })

  atNight(() => {
    it('on a demo folder refuses the demo logins and says so', async () => {
      const folder = await demoFolder()
      const before = await openFolderShop({ DATA_DIR: folder })
      expect((await before.post('/api/auth/login', demo)).status).toBe(200)
      await before.close()
      const { child, read, output } = await openFolder(folder)
      // A machine that is busy with a start refuses with 503 what has to wait.
      await vi.waitFor(async () => expect((await read('/api/auth/login', demo)).status).toBe(401), 30_000)
      expect((await read('/api/products/filter')).body).toMatchObject({ total: 182 })
      expect(output()).toMatch(/^Warning: This data folder holds the demo shop/m)
      await stopProcess(child)
    })

    it('with HAAT_DEMO=1 opens a demo whose random passwords are printed once', async () => {
      const folder = temporaryFolder()
      const env = { ...production, HAAT_DEMO: '1' }
      const { child, read, output } = await openFolder(folder, env)
      const passwords = [...output().matchAll(/password (\S+)/g)].map(([, password]) => password)
      expect(new Set(passwords).size).toBe(2)
      // As above, a busy machine refuses with 503 at first.
      await vi.waitFor(async () => expect((await read('/api/auth/login', demo)).status).toBe(401), 30_000)
      expect((await read('/api/auth/login', { ...demo, password: passwords[0] })).status).toBe(200)
      expect((await read('/api/settings')).body).toMatchObject({ is_set_up: true, online_payment: false })
      await stopProcess(child)
      const again = await openFolder(folder, env)
      expect((await again.read('/api/auth/login', { ...demo, password: passwords[0] })).status).toBe(200)
      expect(again.output()).not.toMatch(/password \S{12}/)
      await stopProcess(again.child)
    })
  })
})

/** The files of a folder, and the folder itself, that other users of the machine may open. */
function readableByOthers(folder: string): string[] {
  const names = ['', ...readdirSync(folder, { recursive: true })].map(String)
  return names.filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)
}

describe('a successful start', () => {
  it('seeds an empty folder once, serves, stops on SIGTERM, and keeps the data next time', async () => {
    const DATA_DIR = join(temporaryFolder(), 'deep', 'data')
    mkdirSync(join(DATA_DIR, '..'), { recursive: true })
    const first = await openProcess({ DATA_DIR })
    const list = (await (await fetch(`${first.url}/api/products/filter?limit=100`)).json()) as {
      total: number
    }
    expect(list.total).toBeGreaterThanOrEqual(150)
    await (await fetch(`${first.url}/api/products/1`)).text()
    expect(await stopProcess(first.child)).toBe(0)
    expect(statSync(join(DATA_DIR, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(readableByOthers(DATA_DIR)).toEqual([])

    const database = new Sqlite(join(DATA_DIR, 'haat.db'))
    database.prepare("update products set name = 'Renamed' where id = 1").run()
    database.close()
    const second = await openProcess({ DATA_DIR })
    const product = (await (await fetch(`${second.url}/api/products/1`)).json()) as { name: string }
    expect(product.name).toBe('Renamed')
    expect(await stopProcess(second.child, 'SIGINT')).toBe(0)
  })

  it('closes the files of an older start to other users', async () => {
    const DATA_DIR = await demoFolder()
    for (const name of ['haat.db', 'secrets.json', 'media']) chmodSync(join(DATA_DIR, name), 0o755)
    writeFileSync(join(DATA_DIR, 'index.html'), '', { mode: 0o644 })
    await (await openShop(readConfig({ DATA_DIR }))).db.close()
    expect(readableByOthers(DATA_DIR)).toEqual(['index.html'])
  })
})
